#include "testbench/tests/support/drawn_schedule.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "tlm_models/traffic/rank_program.h"

namespace tactus {
namespace {

/// Operations are made in an order in which they can be executed: what one waits for has been made before it.
class Drawing {
 public:
  Drawing(const ScheduleDraw& draw, const std::function<int(int)>& below)
      : draw_(draw), below_(below), ended_(static_cast<std::size_t>(draw.ranks)), begun_(ended_.size()) {}

  std::shared_ptr<Schedule> make() {
    while (sent_ < draw_.messages) {
      if (below_(4) == 0) {
        compute();
      } else if (!posted_.empty() && below_(2) == 0) {
        send_to_posted();
      } else if (draw_.ranks > 1 && below_(100) < draw_.any_rank) {
        group_message();
      } else {
        message();
      }
    }
    while (!posted_.empty()) send_to_posted();
    for (auto& [place, group] : groups_) {
      while (group.early > 0) receive_any(place, group);
      while (!group.posted.empty()) send_to_any(place, group);
    }
    return schedule_;
  }

 private:
  using Index = OperationSink::Index;
  /// A receive whose message has not been sent.
  struct Posted {
    int from = 0;
    int to = 0;
    Operation receive;
    Index operation = 0;
  };
  /// Receives of a rank from any rank with one tag, by the number of their group.
  struct Group {
    std::deque<Index> posted;  ///< without messages
    int early = 0;             ///< messages without receives
    std::set<int> senders;     ///< of its messages so far
  };
  static constexpr int kGroupsOfRank = 2;
  static constexpr std::uint32_t kTagOfGroup = 5;

  std::vector<Index>& ended(int rank) { return ended_[static_cast<std::size_t>(rank)]; }
  std::vector<Index>& begun(int rank) { return begun_[static_cast<std::size_t>(rank)]; }

  /// Made after up to three others of its rank.
  Index add(int rank, Operation operation) {
    const bool any = operation.peer == Operation::kAnyRank;
    operation.processor = static_cast<std::uint8_t>(any ? 0 : below_(draw_.processors));
    operation.place = ++place_;
    const Index made = schedule_->add(rank, operation);
    for (int i = below_(4); i > 0; --i) {
      if (below_(3) == 0 && !begun(rank).empty()) schedule_->after_begin_of(rank, made, any_of(begun(rank)));
      if (below_(2) == 0 && !ended(rank).empty()) schedule_->after_end_of(rank, made, any_of(ended(rank)));
    }
    begun(rank).push_back(made);
    return made;
  }
  /// One of the last in most cases.
  Index any_of(const std::vector<Index>& list) {
    const int count = static_cast<int>(list.size());
    const int back = below_(5) == 0 ? below_(count) : below_(std::min(count, 4));
    return list[static_cast<std::size_t>(count - 1 - back)];
  }

  void compute() {
    Operation operation;
    operation.amount = static_cast<std::uint64_t>(below_(static_cast<int>(draw_.most_picoseconds + 1)));
    const int rank = below_(draw_.ranks);
    ended(rank).push_back(add(rank, operation));
  }

  void message() {
    Operation operation;
    const int from = below_(draw_.ranks);
    const int to = below_(3) == 0 ? 0 : below_(draw_.ranks);
    operation.amount = static_cast<std::uint64_t>(below_(static_cast<int>(draw_.most_bytes + 1)));
    if (draw_.nics > 0 && below_(3) == 0) operation.nic = static_cast<std::int8_t>(below_(draw_.nics));
    operation.tag = static_cast<std::uint32_t>(below_(2));
    // A message must not overtake one of its pair and tag whose receive has been posted.
    const int waiting = waiting_[{from, to, operation.tag}];
    if (waiting > 0) operation.tag = ++own_tag_;
    const bool receive_first = below_(2) == 0;
    if (receive_first) {
      post(from, to, operation);
    } else {
      ended(from).push_back(send(from, to, operation));
      operation.kind = OperationKind::kReceive;
      operation.peer = from;
      ended(to).push_back(add(to, operation));
    }
  }

  /// One side of a message of a group. The oldest receive takes the first message.
  void group_message() {
    const int place = below_(3) == 0 ? 0 : below_(draw_.ranks * kGroupsOfRank);
    Group& group = groups_[place];
    const std::vector<int> senders = senders_of(place, group);
    if (senders.empty()) return message();
    if (below_(2) != 0) return send_to_any(place, group);
    if (group.early > 0 || has_room(place, group, senders)) receive_any(place, group);
  }

  /// Ranks that may send to the receives of a group.
  [[nodiscard]] std::vector<int> senders_of(int place, const Group& group) const {
    std::vector<int> senders;
    const int to = place / kGroupsOfRank;
    for (int from = 0; from < draw_.ranks; ++from) {
      const bool may = from != to && (!draw_.may_meet_any || draw_.may_meet_any(from, to));
      if (may && (group.senders.count(from) == 0 || may_meet_again(from, to))) senders.push_back(from);
    }
    return senders;
  }
  [[nodiscard]] bool may_meet_again(int from, int to) const {
    return !draw_.may_meet_again || draw_.may_meet_again(from, to);
  }
  /// One more receive gets its message from one of `senders`.
  [[nodiscard]] bool has_room(int place, const Group& group, const std::vector<int>& senders) const {
    const auto again = [&](int from) { return may_meet_again(from, place / kGroupsOfRank); };
    return group.posted.size() < senders.size() || std::any_of(senders.begin(), senders.end(), again);
  }

  void receive_any(int place, Group& group) {
    const int to = place / kGroupsOfRank;
    Operation receive;
    receive.kind = OperationKind::kReceive;
    receive.peer = Operation::kAnyRank;
    receive.tag = tag_of_group(place);
    receive.amount = draw_.most_bytes;
    group.posted.push_back(add(to, receive));
    if (group.early == 0) return;
    --group.early;
    end_any(to, group);
  }

  void send_to_any(int place, Group& group) {
    const int to = place / kGroupsOfRank;
    const std::vector<int> senders = senders_of(place, group);
    const int from = senders[static_cast<std::size_t>(below_(static_cast<int>(senders.size())))];
    group.senders.insert(from);
    Operation operation;
    operation.tag = tag_of_group(place);
    operation.amount = static_cast<std::uint64_t>(below_(static_cast<int>(draw_.most_bytes + 1)));
    ended(from).push_back(send(from, to, operation));
    ++group.early;
    if (group.posted.empty()) return;
    --group.early;
    end_any(to, group);
  }

  void end_any(int to, Group& group) {
    ended(to).push_back(group.posted.front());
    group.posted.pop_front();
  }

  static std::uint32_t tag_of_group(int place) {
    return kTagOfGroup + static_cast<std::uint32_t>(place % kGroupsOfRank);
  }

  void post(int from, int to, Operation operation) {
    operation.kind = OperationKind::kReceive;
    operation.peer = from;
    ++waiting_[{from, to, operation.tag}];
    posted_.push_back({from, to, operation, add(to, operation)});
  }

  Index send(int from, int to, Operation operation) {
    ++sent_;
    operation.kind = OperationKind::kSend;
    operation.peer = to;
    return add(from, operation);
  }

  void send_to_posted() {
    const auto which = posted_.begin() + below_(static_cast<int>(posted_.size()));
    const Posted posted = *which;
    posted_.erase(which);
    --waiting_[{posted.from, posted.to, posted.receive.tag}];
    ended(posted.from).push_back(send(posted.from, posted.to, posted.receive));
    ended(posted.to).push_back(posted.operation);
  }

  const ScheduleDraw& draw_;
  const std::function<int(int)>& below_;
  std::shared_ptr<Schedule> schedule_ = std::make_shared<Schedule>();
  std::vector<std::vector<Index>> ended_;  ///< by rank: operations on whose end others can wait
  std::vector<std::vector<Index>> begun_;
  std::vector<Posted> posted_;
  std::map<std::tuple<int, int, std::uint32_t>, int> waiting_;
  std::map<int, Group> groups_;
  std::uint32_t own_tag_ = 10;
  std::uint32_t place_ = 0;
  int sent_ = 0;
};

/// A message by its sender, receiver and tag.
using MessageName = std::tuple<int, int, std::uint32_t>;

bool is_message(const Operation& operation) {
  return operation.kind == OperationKind::kSend || operation.kind == OperationKind::kReceive;
}

bool is_grouped(const Operation& operation) { return is_message(operation) && (operation.tag & kGroupTag) != 0; }

/// Messages of a group are all equal: of no rank, with the group's tag.
MessageName message_of(int rank, const Operation& operation) {
  if (is_grouped(operation)) {
    const int to = operation.kind == OperationKind::kSend ? operation.peer : rank;
    return {Operation::kAnyRank, to, operation.tag >> kGroupNumberBits << kGroupNumberBits};
  }
  const bool sends = operation.kind == OperationKind::kSend;
  return {sends ? rank : operation.peer, sends ? operation.peer : rank, operation.tag};
}

}  // namespace

std::shared_ptr<Schedule> part_of(const Schedule& schedule, int nics,
                                  const std::function<bool(int rank, const Operation& operation)>& keeps,
                                  bool exchanges) {
  struct Sides {
    int sends = 0;
    int receives = 0;
    int& of(const Operation& operation) { return operation.kind == OperationKind::kSend ? sends : receives; }
  };
  std::map<MessageName, Sides> sides;
  for (int rank = 0; rank < schedule.ranks(); ++rank) {
    for (const Operation& each : schedule.program(rank).operations) {
      if (is_message(each) && keeps(rank, each)) ++sides[message_of(rank, each)].of(each);
    }
  }
  for (auto& [unused, each] : sides) each.sends = each.receives = std::min(each.sends, each.receives);
  auto part = std::make_shared<Schedule>();
  for (int rank = 0; rank < schedule.ranks(); ++rank) {
    const Schedule::Program& program = schedule.program(rank);
    std::vector<OperationSink::Index> number(program.operations.size(), Schedule::kNone);
    for (std::size_t i = 0; i < number.size(); ++i) {
      Operation each = program.operations[i];
      if (!keeps(rank, each)) continue;
      if (is_message(each) && sides[message_of(rank, each)].of(each)-- <= 0) continue;
      if (is_grouped(each)) each.tag = std::get<2>(message_of(rank, each));
      number[i] = part->add(rank, each);
    }
    for (const Schedule::Dependency& each : program.dependencies) {
      const auto operation = number[each.operation];
      const auto earlier = number[each.earlier];
      if (operation == Schedule::kNone || earlier == Schedule::kNone) continue;
      each.on_begin != 0 ? part->after_begin_of(rank, operation, earlier)
                         : part->after_end_of(rank, operation, earlier);
    }
  }
  part->match(nics, 1, exchanges);
  return part;
}

std::shared_ptr<Schedule> drawn_schedule(const ScheduleDraw& draw, const std::function<int(int)>& below) {
  return Drawing(draw, below).make();
}

}  // namespace tactus
