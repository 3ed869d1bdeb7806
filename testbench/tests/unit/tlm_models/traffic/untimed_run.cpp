#include "testbench/tests/unit/tlm_models/traffic/untimed_run.h"

#include <algorithm>

#include "hw/common/random.h"

namespace tactus {

UntimedRun::UntimedRun(const Workload& workload, int ranks, std::uint64_t seed) : seed_(seed) {
  for (int rank = 0; rank < ranks; ++rank) ranks_.push_back({workload.program(rank), {}, {}});
}

bool UntimedRun::run() {
  const RandomStream draws(seed_, 0);
  std::uint64_t index = 0;
  for (bool moved = true; moved;) {
    moved = false;
    const int ranks = static_cast<int>(ranks_.size());
    for (int i = 0; i < ranks; ++i) {
      const int rank = static_cast<int>(draws.below(index++, ranks_.size()));
      for (auto burst = draws.below(index++, 12); burst > 0 && step(rank); --burst) moved = true;
    }
    for (int rank = 0; rank < ranks && !moved; ++rank) moved = step(rank);
  }
  const auto finished = [](const Rank& rank) { return rank.finished; };
  return std::all_of(ranks_.begin(), ranks_.end(), finished) && in_flight_.empty();
}

/// One step of a rank; false if it cannot move.
bool UntimedRun::step(int number) {
  Rank& rank = ranks_[static_cast<std::size_t>(number)];
  if (rank.finished) return false;
  if (rank.waiting) {
    if (!received_all(number)) return false;
    rank.waiting = false;
    return true;
  }
  if (end_wait(rank)) return true;
  for (int processor = 0; processor < rank.program->processors(); ++processor) {
    if (const std::optional<Op> op = rank.program->next_step(processor)) {
      take_effect(number, *op);
      return true;
    }
  }
  rank.finished = rank.program->ended();
  return rank.finished || receive(number);
}

void UntimedRun::take_effect(int number, const Op& op) {
  Rank& rank = ranks_[static_cast<std::size_t>(number)];
  on_step(number, op);
  if (op.kind == OpKind::kIsend) {
    on_send(number, op);
    ++in_flight_[match(number, op)];
  }
  if (op.kind == OpKind::kIrecv) rank.posted.push_back(op);
  if (op.kind == OpKind::kWaitReceives) rank.waiting = true;
  if (op.kind == OpKind::kWaitFor) return rank.held.push_back(op);
  rank.program->step_ended(op);
  if (op.kind == OpKind::kIsend) rank.program->sent(op.operation);
}

bool UntimedRun::end_wait(Rank& rank) {
  const auto ends = [&rank](const Op& op) { return rank.program->may_end(op); };
  const auto wait = std::find_if(rank.held.begin(), rank.held.end(), ends);
  if (wait == rank.held.end()) return false;
  const Op op = *wait;
  rank.held.erase(wait);
  rank.program->step_ended(op);
  return true;
}

/// A message that a receive of the rank has been posted for comes; false if there is none.
bool UntimedRun::receive(int number) {
  Rank& rank = ranks_[static_cast<std::size_t>(number)];
  const auto comes = [&](const Op& op) { return in_flight_.find(match(number, op)) != in_flight_.end(); };
  const auto op = std::find_if(rank.posted.begin(), rank.posted.end(), comes);
  if (op == rank.posted.end()) return false;
  const Op received = *op;
  rank.posted.erase(op);
  take_message(number, received);
  return true;
}

void UntimedRun::take_message(int number, const Op& op) {
  const auto found = in_flight_.find(match(number, op));
  if (--found->second == 0) in_flight_.erase(found);
  on_received(number, op);
  ranks_[static_cast<std::size_t>(number)].program->received(op);
}

bool UntimedRun::received_all(int number) {
  Rank& rank = ranks_[static_cast<std::size_t>(number)];
  for (const Op& op : rank.posted) {
    if (in_flight_.find(match(number, op)) == in_flight_.end()) return false;
  }
  for (const Op& op : rank.posted) take_message(number, op);
  rank.posted.clear();
  return true;
}

UntimedRun::Match UntimedRun::match(int rank, const Op& op) {
  if (op.kind == OpKind::kIsend) return {rank, op.peer, op.peer_nic, op.tag, op.bytes.count()};
  return {op.peer, rank, op.nic, op.tag, op.bytes.count()};
}

std::vector<Op> ops_of(const Workload& workload, int rank) {
  std::vector<Op> ops;
  const auto program = workload.program(rank);
  while (const std::optional<Op> op = program->next_step(0)) {
    ops.push_back(*op);
    program->step_ended(*op);
  }
  return ops;
}

}  // namespace tactus
