#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hw/link/packet_header.h"
#include "hw/link/packet_number.h"
#include "tlm_models/traffic/rank_map.h"

namespace tactus {

/// Number of a job from 1; 0: of none. Jobs from the 16,383rd on share a number.
using JobNumber = std::uint16_t;
inline constexpr JobNumber kNoJob = 0;
inline constexpr int kJobBits = 14;

/// Jobs of packets under way: those of the ranks that send them. Routers are shown the first flit alone, which does not
/// say which rank of its node has sent it, so that packets are known from their injection to their delivery. Plain
/// class.
class PacketJobs {
 public:
  /// `of_ranks`: job of each rank. `map` must outlive it.
  PacketJobs(const RankMap& map, std::vector<JobNumber> of_ranks) : map_(map), of_ranks_(std::move(of_ranks)) {}

  void packet_injected(const PacketHeader& header) {
    if (header.route.is_control()) return;
    const int rank = map_.rank(map_.shape().nodes.node(header.route.source), header.route.source_place);
    under_way_.emplace(number_of(header.route), of_ranks_[static_cast<std::size_t>(rank)]);
  }
  void packet_delivered(const PacketHeader& header) { under_way_.erase(number_of(header.route)); }

  /// Control packets are of no job.
  [[nodiscard]] JobNumber of(const RouteHeader& header) const {
    if (header.is_control()) return kNoJob;
    const auto found = under_way_.find(number_of(header));
    return found == under_way_.end() ? kNoJob : found->second;
  }

 private:
  [[nodiscard]] std::uint64_t number_of(const RouteHeader& header) const {
    return packet_number(map_.shape().nodes, map_.shape().nics(), header);
  }

  const RankMap& map_;
  std::vector<JobNumber> of_ranks_;
  std::unordered_map<std::uint64_t, JobNumber> under_way_;
};

}  // namespace tactus
