#include "tlm_models/traffic/a2at.h"

#include <algorithm>

namespace tactus {

std::vector<A2at::Sequence> A2at::plan(int n) {
  std::vector<Sequence> plan;
  const auto add = [&plan](int phase, std::array<Coordinate, kNicPorts> offsets, int messages = kNicPorts) {
    plan.push_back({phase, messages, offsets, 0});
  };
  const int reach = (n - 1) / 2;
  for (int i = 1; i <= reach; ++i) {
    add(1, {{{i, 0}, {-i, 0}, {0, i}, {0, -i}}});
    add(2, {{{i, i}, {-i, -i}, {i, -i}, {-i, i}}});
    for (int j = 1; j < i; ++j) {
      add(3, {{{i, j}, {-i, -j}, {j, i}, {-j, -i}}});
      add(4, {{{-i, j}, {i, -j}, {-j, i}, {j, -i}}});
    }
  }
  if (n % 2 == 0) {
    const int half = n / 2;
    for (int k = 1; k < half; ++k) add(5, {{{-half, -k}, {half, k}, {-k, -half}, {k, half}}});
    add(6, {{{half, half}, {-half, 0}, {0, -half}, {}}}, 3);
  }
  return plan;
}

std::vector<A2at::Sequence> A2at::plan(const RankShape& shape) {
  constexpr int kWithinNode = 7;  // phase
  std::vector<Sequence> all;
  for (const Sequence& sequence : plan(shape.nodes.size(0))) {
    for (int shift = 0; shift < shape.per_node; ++shift) {
      all.push_back(sequence);
      all.back().shift = shift;
    }
  }
  for (int shift = 1; shift < shape.per_node; ++shift) all.push_back({kWithinNode, 1, {}, shift});
  return all;
}

int A2at::sequence_count(const RankShape& shape) {
  // n^2 - 1 peers by fours, the last sequence of an even n having three; each by every shift; and those within a node.
  return shape.nodes.size(0) * shape.nodes.size(0) / 4 * shape.per_node + shape.per_node - 1;
}

std::vector<SequenceInfo> A2at::describe(const std::vector<Sequence>& plan, const RankShape& shape) {
  std::vector<SequenceInfo> infos;
  for (const Sequence& sequence : plan) {
    SequenceInfo info{static_cast<int>(infos.size()) + 1, sequence.phase, 0};
    for (int nic = 0; nic < sequence.messages; ++nic) {
      const Coordinate offset = sequence.offsets[static_cast<std::size_t>(nic)];
      info.hops = std::max(info.hops, shape.nodes.hops({}, shape.nodes.wrapped({}, offset)));
    }
    infos.push_back(info);
  }
  return infos;
}

A2at::A2at(const WorkloadConfig& config, const RankShape& shape) : A2at(config, shape, plan(shape)) {}

A2at::A2at(const WorkloadConfig& config, const RankShape& shape, std::vector<Sequence> plan)
    : AllToAll(config, shape, describe(plan, shape)), plan_(std::move(plan)) {}

Exchange A2at::exchange_in(int sequence, int nic, int rank) const {
  const Sequence& planned = plan_[static_cast<std::size_t>(sequence - 1)];
  const Coordinate offset = planned.offsets[static_cast<std::size_t>(nic)];
  const auto moved = [&](Coordinate by, int shift) {
    const int node = shape().nodes.node(shape().nodes.wrapped(shape().coordinate(rank), by));
    return shape().rank(node, (shape().place(rank) + shift + shape().per_node) % shape().per_node);
  };
  return {moved(offset, planned.shift), moved(-offset, -planned.shift), OffsetSigns::of({}, offset)};
}

int A2at::messages_in(int sequence) const { return plan_[static_cast<std::size_t>(sequence - 1)].messages; }

}  // namespace tactus
