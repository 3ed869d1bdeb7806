#include "tlm_models/traffic/algorithms/a2at.h"

#include <algorithm>

#include "tlm_models/traffic/phased_sequences.h"

namespace tactus {
namespace {

/// An offset with one entry, in a node at `at` from which that goes by turns.
Coordinate alternated(Coordinate offset, Coordinate at) {
  for (int d = 0; d < kMaxDimensions; ++d) {
    if (offset[d] != 0 && at[d] % 2 != 0) return -offset;
  }
  return offset;
}

std::vector<A2atSequence> planned(const WorkloadConfig& config, const RankShape& shape) {
  return config.phased != nullptr ? config.phased->sequences : a2at_plan(shape.nodes);
}

}  // namespace

std::vector<A2atSequence> A2at::plan(const WorkloadConfig& config, const RankShape& shape) {
  constexpr int kWithinNode = 7;  // phase
  std::vector<A2atSequence> all;
  for (const A2atSequence& sequence : planned(config, shape)) {
    for (int shift = 0; shift < shape.per_node; ++shift) {
      all.push_back(sequence);
      all.back().shift = shift;
    }
  }
  for (int shift = 1; shift < shape.per_node; ++shift) {
    all.emplace_back();
    all.back().phase = kWithinNode;
    all.back().shift = shift;
    all.back().add({});
  }
  return all;
}

int A2at::sequence_count(const WorkloadConfig& config, const RankShape& shape) {
  // Each by every shift, and those within a node.
  return static_cast<int>(planned(config, shape).size()) * shape.per_node + shape.per_node - 1;
}

std::vector<SequenceInfo> A2at::describe(const std::vector<A2atSequence>& plan, const RankShape& shape) {
  std::vector<SequenceInfo> infos;
  for (const A2atSequence& sequence : plan) {
    SequenceInfo info{static_cast<int>(infos.size()) + 1, sequence.phase, 0};
    for (int message = 0; message < sequence.messages; ++message) {
      info.hops = std::max(info.hops, widest_shift(shape.nodes, sequence.offsets[static_cast<std::size_t>(message)]));
    }
    infos.push_back(info);
  }
  return infos;
}

A2at::A2at(const WorkloadConfig& config, const RankShape& shape) : A2at(config, shape, plan(config, shape)) {}

A2at::A2at(const WorkloadConfig& config, const RankShape& shape, std::vector<A2atSequence> plan)
    : AllToAll(config, shape, describe(plan, shape)), plan_(std::move(plan)) {}

Exchange A2at::exchange_in(int sequence, int message, int rank) const {
  const A2atSequence& planned = plan_[static_cast<std::size_t>(sequence - 1)];
  Coordinate offset = planned.offsets[static_cast<std::size_t>(message)];
  const Coordinate at = shape().coordinate(rank);
  if (message == planned.alternating) offset = alternated(offset, at);
  const int place = shape().place(rank) + shape().per_node;
  const auto moved = [&](Coordinate by, int shift) {
    return shape().rank(shape().nodes.node(shape().nodes.wrapped(at, by)), (place + shift) % shape().per_node);
  };
  return {moved(offset, planned.shift), moved(-offset, -planned.shift), OffsetSigns::of({}, offset)};
}

int A2at::messages_in(int sequence) const { return plan_[static_cast<std::size_t>(sequence - 1)].messages; }

namespace {

AlgorithmPolicy a2at() {
  AlgorithmPolicy policy =
      exchange_algorithm<A2at>("a2at", "All-to-all in which every rank sends in all directions of the torus at once.");
  policy.phases = true;
  policy.sequences = A2at::sequence_count;
  policy.early_messages = [](const WorkloadConfig& config, const RankShape& shape) {
    return early_of_exchange(config, shape, A2at::sequence_count(config, shape), step_by_engine(shape));
  };
  policy.misfit = [](const RankShape& shape) { return grid_misfit(shape, "a2at"); };
  return policy;
}

const Registered<AlgorithmKind> kA2at{a2at()};

}  // namespace

}  // namespace tactus
