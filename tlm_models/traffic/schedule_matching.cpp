#include "tlm_models/traffic/schedule_matching.h"

#include <fmt/core.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace tactus {
namespace {

bool is_message(const Operation& operation) {
  return operation.kind == OperationKind::kSend || operation.kind == OperationKind::kReceive;
}

}  // namespace

ScheduleMatching::ScheduleMatching(std::vector<Schedule::Program>& programs, int nics, std::size_t limit)
    : programs_(programs), nics_(nics), limit_(limit), receives_(programs.size()), sends_(programs.size()) {
  check_operations();
  if (!faults_.empty()) return;
  collect_sends();
  for (int rank = 0; rank < static_cast<int>(programs_.size()) && !full(); ++rank) {
    Ends receives;
    const std::vector<Operation>& operations = programs_[static_cast<std::size_t>(rank)].operations;
    for (Index i = 0; i < operations.size(); ++i) {
      if (operations[i].kind == OperationKind::kReceive) receives.push_back({operations[i].peer, operations[i].tag, i});
    }
    Ends sends = std::move(sends_[static_cast<std::size_t>(rank)]);
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
      if (operation.peer < 0 || operation.peer >= ranks) {
        fault(rank, operation, fmt::format("rank {} has no operations: ranks are 0 to {}", operation.peer, ranks - 1));
      }
      if (operation.nic >= nics_) {
        fault(rank, operation, fmt::format("NIC {}: a node has NICs 0 to {}", operation.nic, nics_ - 1));
      }
    }
  }
}

void ScheduleMatching::collect_sends() {
  std::vector<std::size_t> counts(programs_.size());
  for (const Schedule::Program& program : programs_) {
    for (const Operation& operation : program.operations) {
      if (operation.kind == OperationKind::kSend) ++counts[static_cast<std::size_t>(operation.peer)];
    }
  }
  for (std::size_t rank = 0; rank < counts.size(); ++rank) sends_[rank].reserve(counts[rank]);
  for (std::size_t rank = 0; rank < programs_.size(); ++rank) {
    const std::vector<Operation>& operations = programs_[rank].operations;
    receives_[rank].assign(operations.size(), Schedule::kNone);
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

/// `end`, an operation of `rank`, has no other side at the rank `other`.
void ScheduleMatching::alone(int rank, const End& end, int other) {
  const Operation& operation = at(rank, end.operation);
  const bool sends = operation.kind == OperationKind::kSend;
  fault(rank, operation,
        fmt::format("{} rank {} tag {}: rank {} has no {} for it", sends ? "send to" : "receive from", other,
                    operation.tag, other, sends ? "receive" : "send"));
}

void ScheduleMatching::pair(int rank, const End& send, const End& receive) {
  receives_[static_cast<std::size_t>(send.other)][send.operation] = receive.operation;
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
/// turn, in the order of their sender; different ranks begin with different ones.
void ScheduleMatching::number_pairs(int rank, Ends& sends) {
  std::sort(sends.begin(), sends.end(),
            [](const End& a, const End& b) { return std::tie(a.other, a.operation) < std::tie(b.other, b.operation); });
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < sends.size(); ++i) {
    const End& send = sends[i];
    number = i > 0 && send.other == sends[i - 1].other ? number + 1 : 0;
    Operation& from = at(send.other, send.operation);
    Operation& to = at(rank, receives_[static_cast<std::size_t>(send.other)][send.operation]);
    const auto turn = static_cast<std::int8_t>((static_cast<std::uint32_t>(send.other) + send.number) % nics_);
    from.nic = to.nic = from.nic >= 0 ? from.nic : to.nic >= 0 ? to.nic : turn;
    from.tag = to.tag = number;
  }
}

}  // namespace tactus
