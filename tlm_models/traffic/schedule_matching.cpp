#include "tlm_models/traffic/schedule_matching.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "tlm_models/traffic/rank_program.h"

namespace tactus {
namespace {

bool is_message(const Operation& operation) {
  return operation.kind == OperationKind::kSend || operation.kind == OperationKind::kReceive;
}

/// Tags from this one on belong to collective operations, whose messages no receive with any tag takes.
constexpr std::uint32_t kFirstCollectiveTag = 1U << 31U;

/// Tags of receives from any rank that a rank may have.
constexpr std::uint32_t kMostGroups = 1U << (31 - kGroupNumberBits);

std::string place_text(const Operation& operation) { return fmt::format("line {}", operation.place); }

}  // namespace

ScheduleMatching::ScheduleMatching(std::vector<Schedule::Program>& programs, int nics, std::size_t limit,
                                   bool exchanges, MessageTags tags)
    : programs_(programs), nics_(nics), limit_(limit), exchanges_(exchanges), tags_(tags), sends_(programs.size()) {
  messages_.receives.resize(programs.size());
  check_operations();
  if (!faults_.empty()) return;
  collect_sends();
  for (int rank = 0; rank < static_cast<int>(programs_.size()) && !full(); ++rank) {
    Ends receives;
    const OperationList& operations = programs_[static_cast<std::size_t>(rank)].operations;
    for (Index i = 0; i < operations.size(); ++i) {
      if (operations[i].kind == OperationKind::kReceive) receives.push_back({operations[i].peer, operations[i].tag, i});
    }
    Ends sends = std::move(sends_[static_cast<std::size_t>(rank)]);
    take_groups(rank, sends, receives);
    match_rank(rank, sends, receives);
    if (faults_.empty()) number_pairs(rank, sends);
  }
}

void ScheduleMatching::fault(int rank, const Operation& operation, const std::string& text) {
  if (!full()) faults_.push_back({rank, operation.place, text});
}

void ScheduleMatching::check_operations() {
  const int ranks = static_cast<int>(programs_.size());
  for (int rank = 0; rank < ranks && !full(); ++rank) {
    for (const Operation& operation : programs_[static_cast<std::size_t>(rank)].operations) {
      if (!is_message(operation)) continue;
      const bool any = operation.kind == OperationKind::kReceive && operation.peer == Operation::kAnyRank;
      if (!any && (operation.peer < 0 || operation.peer >= ranks)) {
        fault(rank, operation, fmt::format("rank {} has no operations: ranks are 0 to {}", operation.peer, ranks - 1));
      }
      if (!any && operation.tag == Operation::kAnyTag) {
        fault(rank, operation, "with any tag only a receive from any rank is possible: name the tag that the send has");
      }
      if (operation.nic >= nics_) {
        fault(rank, operation, fmt::format("NIC {}: a node has NICs 0 to {}", operation.nic, nics_ - 1));
      }
    }
  }
}

void ScheduleMatching::collect_sends() {
  std::vector<std::size_t> counts(programs_.size());
  for (std::size_t rank = 0; rank < programs_.size(); ++rank) {
    const OperationList& operations = programs_[rank].operations;
    Index end = 0;
    for (Index i = 0; i < operations.size(); ++i) {
      if (operations[i].kind != OperationKind::kSend) continue;
      ++counts[static_cast<std::size_t>(operations[i].peer)];
      end = i + 1;
    }
    messages_.receives[rank].assign(end, Schedule::kNone);
  }
  for (std::size_t rank = 0; rank < counts.size(); ++rank) sends_[rank].reserve(counts[rank]);
  for (std::size_t rank = 0; rank < programs_.size(); ++rank) {
    const OperationList& operations = programs_[rank].operations;
    std::uint32_t number = 0;
    for (Index i = 0; i < operations.size(); ++i) {
      if (operations[i].kind != OperationKind::kSend) continue;
      const auto peer = static_cast<std::size_t>(operations[i].peer);
      sends_[peer].push_back({static_cast<int>(rank), operations[i].tag, i, number++});
    }
  }
}

void ScheduleMatching::match_rank(int rank, Ends& sends, Ends& receives) {
  const auto before = [](const End& a, const End& b) { return std::tie(a.other, a.tag) < std::tie(b.other, b.tag); };
  std::stable_sort(sends.begin(), sends.end(), before);
  std::stable_sort(receives.begin(), receives.end(), before);
  auto send = sends.begin();
  auto receive = receives.begin();
  while ((send != sends.end() || receive != receives.end()) && !full()) {
    if (receive == receives.end() || (send != sends.end() && before(*send, *receive))) {
      alone(send->other, *send, rank);
      ++send;
    } else if (send == sends.end() || before(*receive, *send)) {
      alone(rank, *receive, receive->other);
      ++receive;
    } else {
      pair(rank, *send++, *receive++);
    }
  }
}

void ScheduleMatching::take_groups(int rank, Ends& sends, Ends& receives) {
  const auto is_any = [](const End& each) { return each.other == Operation::kAnyRank; };
  if (std::none_of(receives.begin(), receives.end(), is_any)) return;
  std::set<std::uint32_t> tags;
  for (const End& each : receives) {
    if (is_any(each)) tags.insert(each.tag);
  }
  const bool all = tags.count(Operation::kAnyTag) != 0;
  if (all) tags = {Operation::kAnyTag};
  std::uint32_t index = 0;
  for (const std::uint32_t tag : tags) {
    const auto others = [all, tag](const End& each) {
      return each.tag != tag && (!all || each.tag >= kFirstCollectiveTag);
    };
    const auto first_send = std::stable_partition(sends.begin(), sends.end(), others);
    const auto first_receive = std::stable_partition(receives.begin(), receives.end(), others);
    Ends own(first_send, sends.end());
    make_group(rank, index++, own, Ends(first_receive, receives.end()));
    sends.erase(first_send, sends.end());
    receives.erase(first_receive, receives.end());
  }
}

void ScheduleMatching::make_group(int rank, std::uint32_t index, Ends& sends, const Ends& receives) {
  const bool good = check_group(rank, sends, receives);
  const std::optional<std::int8_t> nic = nic_of_group(rank, sends, receives);
  if (!good || !nic) return;
  number_group(rank, index, sends, receives);
  for (const End& each : sends) at(each.other, each.operation).nic = *nic;
  for (const End& each : receives) at(rank, each.operation).nic = *nic;
}

bool ScheduleMatching::check_group(int rank, const Ends& sends, const Ends& receives) {
  const std::size_t before = faults_.size();
  const auto any =
      std::find_if(receives.begin(), receives.end(), [](const End& e) { return e.other == Operation::kAnyRank; });
  const Operation& first = at(rank, any->operation);
  const std::string tags = first.tag == Operation::kAnyTag ? "any tag" : fmt::format("tag {}", first.tag);
  for (const End& each : receives) {
    const Operation& receive = at(rank, each.operation);
    if (receive.peer == first.peer && receive.tag == first.tag) continue;
    fault(
        rank, receive,
        fmt::format("receive from {}: {} receives from any rank with {}, which may take the message. Let all receives "
                    "that a message fits name the same",
                    receive.peer == Operation::kAnyRank ? "any rank" : fmt::format("rank {}", receive.peer),
                    place_text(first), tags));
  }
  if (sends.size() != receives.size()) {
    fault(rank, first,
          fmt::format("{} receives from any rank with {}: {} messages are sent for them", receives.size(), tags,
                      sends.size()));
  }
  const auto less = [&](const End& a, const End& b) {
    return at(a.other, a.operation).amount < at(b.other, b.operation).amount;
  };
  const auto longest = std::max_element(sends.begin(), sends.end(), less);
  for (const End& each : receives) {
    const Operation& receive = at(rank, each.operation);
    if (longest == sends.end() || receive.amount >= at(longest->other, longest->operation).amount) continue;
    const Operation& send = at(longest->other, longest->operation);
    fault(rank, receive,
          fmt::format("receive of {} B from any rank: it may take the message of {} B of rank {}{}", receive.amount,
                      send.amount, longest->other, send.place == 0 ? "" : ", " + place_text(send)));
  }
  for (const End& each : receives) {
    const int processor = at(rank, each.operation).processor;
    if (processor == first.processor) continue;
    fault(
        rank, at(rank, each.operation),
        fmt::format("receive from any rank by processor {}: those with {} are posted in their order, and {} is one of "
                    "processor {}",
                    processor, tags, place_text(first), first.processor));
  }
  for (const End& each : sends) {
    if (each.other != rank) continue;
    fault(rank, at(rank, each.operation), "send to itself: a receive from any rank takes messages of other nodes");
  }
  return faults_.size() == before && !full();
}

std::optional<std::int8_t> ScheduleMatching::nic_of_group(int rank, const Ends& sends, const Ends& receives) {
  std::int8_t nic = Operation::kAnyNic;
  const auto take = [&](int owner, Index index) {
    const Operation& operation = at(owner, index);
    if (operation.nic == Operation::kAnyNic) return true;
    if (nic == Operation::kAnyNic) nic = operation.nic;
    if (nic == operation.nic) return true;
    fault(
        owner, operation,
        fmt::format("NIC {}: receives of rank {} from any rank and their messages use one NIC, and others of them name "
                    "NIC {}",
                    operation.nic, rank, nic));
    return false;
  };
  for (const End& each : receives) {
    if (!take(rank, each.operation)) return std::nullopt;
  }
  for (const End& each : sends) {
    if (!take(each.other, each.operation)) return std::nullopt;
  }
  return nic == Operation::kAnyNic ? static_cast<std::int8_t>(rank % nics_) : nic;
}

/// Numbers the messages of each sender in the order of its operations.
void ScheduleMatching::number_group(int rank, std::uint32_t index, Ends& sends, const Ends& receives) {
  const auto group = static_cast<Index>(messages_.groups.size());
  Schedule::Group& made = messages_.groups.emplace_back();
  made.rank = rank;
  const std::uint32_t tag = kGroupTag | index << kGroupNumberBits;
  for (const End& each : receives) {
    made.receives.push_back(each.operation);
    at(rank, each.operation).tag = tag;
  }
  // They are in the order of their senders and these' operations.
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < sends.size(); ++i) {
    const End& send = sends[i];
    number = i > 0 && send.other == sends[i - 1].other ? number + 1 : 0;
    Operation& from = at(send.other, send.operation);
    const bool fits = number < 1U << kGroupNumberBits && index < kMostGroups;
    if (!fits) {
      return fault(rank, at(rank, receives.front().operation),
                   fmt::format("receives from any rank: at most {} tags of a rank, and {} messages of a sender each",
                               kMostGroups, 1U << kGroupNumberBits));
    }
    from.tag = tag | number;
    messages_.receives[static_cast<std::size_t>(send.other)][send.operation] = MatchedMessages::kGroup | group;
  }
}

/// `end`, an operation of `rank`, has no other side at the rank `other`.
void ScheduleMatching::alone(int rank, const End& end, int other) {
  const Operation& operation = at(rank, end.operation);
  const bool sends = operation.kind == OperationKind::kSend;
  fault(rank, operation,
        fmt::format("{} rank {} tag {}: rank {} has no {} for it", sends ? "send to" : "receive from", other,
                    operation.tag, other, sends ? "receive" : "send"));
}

void ScheduleMatching::pair(int rank, const End& send, const End& receive) {
  messages_.receives[static_cast<std::size_t>(send.other)][send.operation] = receive.operation;
  Operation& from = at(send.other, send.operation);
  Operation& to = at(rank, receive.operation);
  if (from.amount > to.amount) {
    fault(rank, to,
          fmt::format("receive of {} B from rank {} tag {}: the message that comes has {} B", to.amount, to.peer,
                      to.tag, from.amount));
  }
  to.amount = from.amount;
  if (from.nic >= 0 && to.nic >= 0 && from.nic != to.nic) {
    fault(rank, to,
          fmt::format("receive from rank {} tag {} on NIC {}: the message goes by NIC {}, and both ends use the NIC of "
                      "one number",
                      to.peer, to.tag, to.nic, from.nic));
  }
}

/// Numbers the messages of each pair in the order of the sender's operations. Those without a NIC go by the NICs in
/// turn, in the order of their sender; different ranks begin with different ones, but for
/// exchanges: both halves use one.
void ScheduleMatching::number_pairs(int rank, Ends& sends) {
  std::sort(sends.begin(), sends.end(),
            [](const End& a, const End& b) { return std::tie(a.other, a.operation) < std::tie(b.other, b.operation); });
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < sends.size(); ++i) {
    const End& send = sends[i];
    number = i > 0 && send.other == sends[i - 1].other ? number + 1 : 0;
    Operation& from = at(send.other, send.operation);
    Operation& to = at(rank, messages_.receives[static_cast<std::size_t>(send.other)][send.operation]);
    const std::uint32_t first = exchanges_ ? 0 : static_cast<std::uint32_t>(send.other);
    const auto turn = static_cast<std::int8_t>((first + send.number) % static_cast<std::uint32_t>(nics_));
    from.nic = to.nic = from.nic >= 0 ? from.nic : to.nic >= 0 ? to.nic : turn;
    if (tags_ == MessageTags::kNumbers) from.tag = to.tag = number;
  }
}

}  // namespace tactus
