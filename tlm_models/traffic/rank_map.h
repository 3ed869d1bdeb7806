#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tlm_models/traffic/rank_program.h"
#include "tlm_models/traffic/rank_shape.h"
#include "tlm_models/traffic/workload_config.h"

namespace tactus {

/// Where each rank runs. A node has a processor for each of its places, and processor `node * per_node + place` runs
/// one rank: that of its number, or the one that a placement says.
class RankMap {
 public:
  /// Every rank on the processor of its number.
  explicit RankMap(const RankShape& shape) : shape_(shape) {}
  /// `processor_of_rank` is a permutation of all processors.
  RankMap(const RankShape& shape, std::vector<int> processor_of_rank);
  /// As `config` places its ranks on `nodes`; a random placement is drawn from `seed`. `nics`: as RankShape's.
  static RankMap make(const WorkloadConfig& config, const NetworkShape& nodes, std::uint64_t seed, int nics = 0);

  [[nodiscard]] const RankShape& shape() const { return shape_; }
  [[nodiscard]] int ranks() const { return shape_.ranks(); }
  [[nodiscard]] int processor(int rank) const {
    return in_order() ? rank : processor_of_rank_[static_cast<std::size_t>(rank)];
  }
  /// The rank that runs on `processor`.
  [[nodiscard]] int rank(int processor) const {
    return in_order() ? processor : rank_of_processor_[static_cast<std::size_t>(processor)];
  }
  [[nodiscard]] int rank(int node, int place) const { return rank(shape_.rank(node, place)); }
  [[nodiscard]] int node(int rank) const { return shape_.node(processor(rank)); }
  [[nodiscard]] int place(int rank) const { return shape_.place(processor(rank)); }
  [[nodiscard]] Coordinate coordinate(int rank) const { return shape_.coordinate(processor(rank)); }

  /// Signs of the offset of `send`, which `rank` makes.
  [[nodiscard]] OffsetSigns signs(int rank, const Op& send) const;
  /// Where a rank runs, for people: "(1,0)", with several ranks per node "(1,0).3"; on nodes that are only numbered
  /// "17", "17.3".
  [[nodiscard]] std::string name(int rank) const;

 private:
  [[nodiscard]] bool in_order() const { return processor_of_rank_.empty(); }

  RankShape shape_;
  std::vector<int> processor_of_rank_;  ///< empty: every rank on that of its number
  std::vector<int> rank_of_processor_;  ///< the inverse
};

}  // namespace tactus
