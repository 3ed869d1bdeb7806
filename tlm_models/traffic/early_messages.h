#pragma once

#include <cstdint>
#include <vector>

#include "hw/common/machine_config.h"
#include "tlm_models/traffic/rank_shape.h"
#include "tlm_models/traffic/workload_config.h"

namespace tactus {

/// Messages that can have arrived at one DMA engine, at most, and wait for their receives there. No network and no
/// noise makes more: the bound follows from what ranks wait for alone. 0 in open loop, whose messages need no receive.
/// `workload` is valid on `machine`.
std::uint64_t early_messages(const WorkloadConfig& workload, const MachineConfig& machine);

// What algorithms register it with.

/// The most messages for the ranks of one node, of `of_ranks`, those for each rank; of ranks that are not in order,
/// those for the ranks that get most.
std::uint64_t most_on_a_node(std::vector<std::uint64_t> of_ranks, const WorkloadConfig& config, const RankShape& shape);

/// A rank in a program of steps can be this many steps behind one that sends to it: the step that it is in, and the one
/// that the sender has begun.
inline constexpr std::uint64_t kStepsBehind = 2;
/// `of_rank` messages for each rank of a node.
constexpr std::uint64_t for_all_ranks(std::uint64_t of_rank, const RankShape& shape) {
  return of_rank * static_cast<std::uint64_t>(shape.per_node);
}
/// Messages by one engine of a step in which a rank has one message in each direction of the network.
constexpr std::uint64_t step_by_engine(const RankShape& shape) {
  return static_cast<std::uint64_t>((shape.nodes.directions() + shape.nics() - 1) / shape.nics());
}
/// Early messages of an exchange that has `all` sequences of `of_step` messages by an engine each.
std::uint64_t early_of_exchange(const WorkloadConfig& config, const RankShape& shape, int all, std::uint64_t of_step);

}  // namespace tactus
