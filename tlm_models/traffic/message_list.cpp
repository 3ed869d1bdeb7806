#include "tlm_models/traffic/message_list.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <tuple>

namespace tactus {
namespace {

using Message = std::size_t;  ///< index into the list
using Index = OperationSink::Index;

/// Operations of one rank, one after the other.
class RankCalls {
 public:
  RankCalls(const std::vector<ReplayMessage>& list, int rank, Clock clock, Schedule& schedule)
      : list_(list), rank_(rank), clock_(clock), schedule_(schedule) {}

  void receive(Message message) { call(message, OperationKind::kReceive, list_[message].source, 0); }

  void send(Message message, int nic) {
    const ReplayMessage& self = list_[message];
    if (self.delay > Cycles{0}) {
      Operation computing;
      computing.place = self.line;
      computing.amount = clock_.edge(self.delay).count();
      add(computing);
    }
    call(message, OperationKind::kSend, self.destination, nic);
  }

  /// Until all calls since the last wait have ended, if there are any.
  void wait() {
    if (called_.empty()) return;
    Operation wait;
    wait.kind = OperationKind::kWait;
    wait.place = called_place_;
    add(wait);
    for (const Index each : called_) schedule_.after_end_of(rank_, last_, each);
    called_.clear();
  }

 private:
  void call(Message message, OperationKind kind, int peer, int nic) {
    Operation operation;
    operation.kind = kind;
    operation.amount = list_[message].bytes.count();
    operation.peer = peer;
    operation.tag = static_cast<std::uint32_t>(message);
    operation.place = called_place_ = list_[message].line;
    if (kind == OperationKind::kSend) {
      operation.nic = static_cast<std::int8_t>(nic);
      if (const auto number = list_[message].message_class) operation.message_class = static_cast<std::int8_t>(*number);
    }
    add(operation);
    called_.push_back(last_);
  }

  /// After the one before it, which a post does not keep waiting.
  void add(const Operation& operation) {
    const Index index = schedule_.add(rank_, operation);
    if (index > 0 && after_post_) schedule_.after_begin_of(rank_, index, last_);
    if (index > 0 && !after_post_) schedule_.after_end_of(rank_, index, last_);
    last_ = index;
    after_post_ = operation.kind == OperationKind::kSend || operation.kind == OperationKind::kReceive;
  }

  const std::vector<ReplayMessage>& list_;
  int rank_;
  Clock clock_;
  Schedule& schedule_;
  Index last_ = 0;
  bool after_post_ = false;
  std::vector<Index> called_;
  std::uint32_t called_place_ = 0;
};

/// The list by sources, and by destinations.
class MessageList {
 public:
  MessageList(const std::vector<ReplayMessage>& list, const RankShape& shape)
      : list_(list), nics_(shape.nics()), sends_(list.size()), arriving_(list.size()), posted_(list.size()) {
    std::iota(sends_.begin(), sends_.end(), Message{0});
    std::iota(arriving_.begin(), arriving_.end(), Message{0});
    std::sort(sends_.begin(), sends_.end(), [&](Message a, Message b) {
      return std::tie(list[a].source, list[a].order, a) < std::tie(list[b].source, list[b].order, b);
    });
    std::stable_sort(arriving_.begin(), arriving_.end(),
                     [&](Message a, Message b) { return list[a].destination < list[b].destination; });
  }

  /// Ranks come in their order.
  void write(int rank, RankCalls calls) {
    while (send_ < sends_.size() && list_[sends_[send_]].source == rank) write_group(rank, calls);
    for (; arrival_ < arriving_.size() && list_[arriving_[arrival_]].destination == rank; ++arrival_) {
      post(arriving_[arrival_], calls);
    }
    calls.wait();
  }

 private:
  void write_group(int rank, RankCalls& calls) {
    const int order = list_[sends_[send_]].order;
    const auto begin = sends_.begin() + static_cast<std::ptrdiff_t>(send_);
    const auto end = std::find_if(
        begin, sends_.end(), [&](Message each) { return list_[each].source != rank || list_[each].order != order; });
    for (auto each = begin; each != end; ++each) {
      for (const Message awaited : list_[*each].wait_for) post(awaited, calls);
    }
    calls.wait();
    for (auto each = begin; each != end; ++each) calls.send(*each, static_cast<int>(each - begin) % nics_);
    calls.wait();
    send_ += static_cast<std::size_t>(end - begin);
  }

  void post(Message message, RankCalls& calls) {
    if (!posted_[message]) calls.receive(message);
    posted_[message] = true;
  }

  const std::vector<ReplayMessage>& list_;
  int nics_;
  std::vector<Message> sends_;     ///< by source and order
  std::vector<Message> arriving_;  ///< by destination
  std::vector<bool> posted_;
  std::size_t send_ = 0;     ///< first in `sends_` that is not written
  std::size_t arrival_ = 0;  ///< first in `arriving_` that is not written
};

}  // namespace

std::shared_ptr<const Schedule> schedule_of(const std::vector<ReplayMessage>& messages, const RankShape& shape,
                                            Clock clock) {
  auto schedule = std::make_shared<Schedule>();
  schedule->set_ranks(shape.ranks());
  MessageList list(messages, shape);
  for (int rank = 0; rank < shape.ranks(); ++rank) list.write(rank, RankCalls(messages, rank, clock, *schedule));
  schedule->match(shape.nics(), 1, false, MessageTags::kOwn);
  return schedule;
}

}  // namespace tactus
