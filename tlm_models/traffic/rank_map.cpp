#include "tlm_models/traffic/rank_map.h"

#include <fmt/core.h>

#include <utility>

#include "tlm_models/traffic/placement.h"

namespace tactus {

RankMap::RankMap(const RankShape& shape, std::vector<int> processor_of_rank)
    : shape_(shape), processor_of_rank_(std::move(processor_of_rank)), rank_of_processor_(processor_of_rank_.size()) {
  for (std::size_t rank = 0; rank < processor_of_rank_.size(); ++rank) {
    rank_of_processor_[static_cast<std::size_t>(processor_of_rank_[rank])] = static_cast<int>(rank);
  }
}

RankMap RankMap::make(const WorkloadConfig& config, const NetworkShape& nodes, std::uint64_t seed, int nics) {
  const RankShape shape{nodes, config.ranks_per_node, nics};
  const PlacementPolicy& placement = policy(config.placement);
  return placement.processors == nullptr ? RankMap(shape) : RankMap(shape, placement.processors(shape, seed));
}

OffsetSigns RankMap::signs(int rank, const Op& send) const {
  if (send.signs && in_order()) return *send.signs;
  const Coordinate from = coordinate(rank);
  const Coordinate to = coordinate(send.peer);
  return OffsetSigns::of(from, to);
}

std::string RankMap::name(int rank) const {
  const Coordinate at = coordinate(rank);
  const std::string node =
      shape_.nodes.is_numbered() ? fmt::format("{}", shape_.nodes.node(at)) : shape_.nodes.text(at);
  return shape_.per_node == 1 ? node : fmt::format("{}.{}", node, place(rank));
}

}  // namespace tactus
