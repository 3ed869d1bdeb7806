#include "testbench/tests/unit/tlm_models/traffic/untimed_run.h"

#include <algorithm>

#include "tlm_models/common/random.h"

namespace tactus {

UntimedRun::UntimedRun(const Workload& workload, TorusShape shape, std::uint64_t seed) : shape_(shape), seed_(seed) {
  for (int node = 0; node < shape.nodes(); ++node) ranks_.push_back({workload.program(node), {}});
}

bool UntimedRun::run() {
  const RandomStream draws(seed_, 0);
  std::uint64_t index = 0;
  for (bool moved = true; moved;) {
    moved = false;
    for (int i = 0; i < shape_.nodes(); ++i) {
      const int node = static_cast<int>(draws.below(index++, static_cast<std::uint64_t>(shape_.nodes())));
      for (auto burst = draws.below(index++, 12); burst > 0 && step(node); --burst) moved = true;
    }
    for (int node = 0; node < shape_.nodes() && !moved; ++node) moved = step(node);
  }
  const auto finished = [](const Rank& rank) { return rank.finished; };
  return std::all_of(ranks_.begin(), ranks_.end(), finished) && in_flight_.empty();
}

/// One step of a rank; false if it cannot move.
bool UntimedRun::step(int node) {
  Rank& rank = ranks_[static_cast<std::size_t>(node)];
  if (rank.finished) return false;
  if (rank.waiting) {
    if (!received_all(node)) return false;
    rank.waiting = false;
    return true;
  }
  const std::optional<Op> op = rank.program->next();
  rank.finished = !op;
  if (!op) return true;
  if (op->kind == OpKind::kIsend) {
    on_send(node, *op);
    ++in_flight_[match(node, *op)];
  }
  if (op->kind == OpKind::kIrecv) rank.posted.push_back(*op);
  if (op->kind == OpKind::kWaitReceives) rank.waiting = true;
  return true;
}

bool UntimedRun::received_all(int node) {
  Rank& rank = ranks_[static_cast<std::size_t>(node)];
  for (const Op& op : rank.posted) {
    if (in_flight_.find(match(node, op)) == in_flight_.end()) return false;
  }
  for (const Op& op : rank.posted) {
    const auto found = in_flight_.find(match(node, op));
    if (--found->second == 0) in_flight_.erase(found);
    on_received(node, op);
  }
  rank.posted.clear();
  return true;
}

UntimedRun::Match UntimedRun::match(int node, const Op& op) const {
  const int peer = shape_.node(op.peer);
  if (op.kind == OpKind::kIsend) return {node, peer, op.peer_nic, op.tag, op.bytes.count()};
  return {peer, node, op.nic, op.tag, op.bytes.count()};
}

std::vector<Op> ops_of(const Workload& workload, int node) {
  std::vector<Op> ops;
  const auto program = workload.program(node);
  while (const std::optional<Op> op = program->next()) ops.push_back(*op);
  return ops;
}

}  // namespace tactus
