#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "hw/link/packet_header.h"
#include "tlm_models/traffic/rank_map.h"

namespace tactus {

/// Number of a job from 1; 0: of none. Jobs from the 16,383rd on share a number.
using JobNumber = std::uint16_t;
inline constexpr JobNumber kNoJob = 0;
inline constexpr int kJobBits = 14;

/// Jobs of packets: those of the ranks that send them. Plain class.
class PacketJobs {
 public:
  /// There are no jobs.
  PacketJobs() = default;
  /// `of_ranks`: job of each rank. `map` must outlive it.
  PacketJobs(const RankMap& map, std::vector<JobNumber> of_ranks) : map_(&map), of_ranks_(std::move(of_ranks)) {}

  [[nodiscard]] bool any() const { return !of_ranks_.empty(); }
  /// Control packets are of no job.
  [[nodiscard]] JobNumber of(const RouteHeader& header) const {
    if (of_ranks_.empty() || header.is_control()) return kNoJob;
    const int rank = map_->rank(map_->shape().nodes.node(header.source), header.source_place);
    return of_ranks_[static_cast<std::size_t>(rank)];
  }

 private:
  const RankMap* map_ = nullptr;
  std::vector<JobNumber> of_ranks_;
};

}  // namespace tactus
