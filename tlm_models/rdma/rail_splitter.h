#pragma once

#include <cstdint>
#include <vector>

#include "hw/node/numa_config.h"
#include "tlm_models/rdma/rdma_config.h"

namespace tactus {

/// Cuts messages for rails.
class RailSplitter {
 public:
  RailSplitter(RailSplit split, int rails);

  /// Bytes for each rail, which add up to `bytes`; each but the last of those that get something has a multiple of 64.
  [[nodiscard]] std::vector<std::uint64_t> parts(Bytes bytes) const;
  /// A rail has moved `bytes` of a message in `time`.
  void measured(int rail, Bytes bytes, Picoseconds time);

 private:
  RailSplit split_;
  std::vector<double> rates_;  ///< bytes per picosecond; 0 while unknown
};

/// The `count` NICs of a node that are nearest to `memory`, by links between sockets on the way; of equals those that
/// stand first.
std::vector<int> nearest_nics(const NumaNodeConfig& node, int memory, int count);

}  // namespace tactus
