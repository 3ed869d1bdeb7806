#include "tlm_models/traffic/synchronisation/synchronisation_calls.h"

#include <algorithm>

namespace tactus {
namespace {

/// Next node on the way from `node` to node 0.
std::optional<int> towards_root(const NetworkShape& torus, int node) {
  Coordinate at = torus.coordinate(node);
  for (int d = torus.dimensions() - 1; d >= 0; --d) {
    if (at[d] == 0) continue;
    const bool back = at[d] <= torus.size(d) / 2;
    at.set(d, back ? at[d] - 1 : (at[d] + 1) % torus.size(d));
    return torus.node(at);
  }
  return std::nullopt;
}

}  // namespace

SynchronisationTree::SynchronisationTree(const NetworkShape& torus, int node) : parent(towards_root(torus, node)) {
  for (int d = 0; d < torus.dimensions(); ++d) {
    for (const int step : {1, torus.size(d) - 1}) {
      Coordinate at = torus.coordinate(node);
      at.set(d, (at[d] + step) % torus.size(d));
      const int neighbour = torus.node(at);
      const bool known = std::find(children.begin(), children.end(), neighbour) != children.end();
      if (!known && towards_root(torus, neighbour) == node) children.push_back(neighbour);
    }
  }
}

Op SynchronisationCalls::call(int number) const {
  const int exchange = number / kCalls;
  const int round = exchange % rounds_;
  const int partner = exchange / rounds_ - clients();
  const int place = number % kCalls;
  if (partner < 0) {
    if (place == 0) return message(OpKind::kIrecv, *tree_.parent, round, StampKind::kReply);
    if (place == 1) return message(OpKind::kIsend, *tree_.parent, round, StampKind::kRequest);
  } else {
    const int child = tree_.children[static_cast<std::size_t>(partner)];
    if (place == 0) return message(OpKind::kIrecv, child, round, StampKind::kRequest);
    if (place == 2) return message(OpKind::kIsend, child, round, StampKind::kReply);
  }
  Op wait;
  wait.kind = OpKind::kWaitReceives;
  return wait;
}

Op SynchronisationCalls::message(OpKind kind, int peer, int round, StampKind stamp) const {
  Op op;
  op.kind = kind;
  op.peer = peer;
  op.tag = tag_ + static_cast<std::uint32_t>(round);
  op.order = op.floor = order_;
  op.bytes = kMessage;
  op.stamp = stamp;
  op.stamp_round = static_cast<std::int8_t>(round);
  return op;
}

std::vector<std::size_t> SynchronisationCalls::before(std::size_t sequences, int drift) {
  constexpr std::size_t kGrowth = 4;
  std::vector<std::size_t> all{0};
  for (std::size_t next = 1; drift != 0 && next < sequences; next *= kGrowth) all.push_back(next);
  return all;
}

}  // namespace tactus
