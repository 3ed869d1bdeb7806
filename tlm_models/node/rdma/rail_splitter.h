#pragma once

#include <cstdint>
#include <vector>

#include "tlm_models/node/rdma/rdma_config.h"

namespace tactus {

/// Cuts messages for rails.
class RailSplitter {
 public:
  /// `distances`: links between sockets from each rail's NIC to the memory into which it receives.
  RailSplitter(RailSplit split, const std::vector<int>& distances);

  /// Bytes for each rail, which add up to `bytes`; each but the last of those that get something has a multiple of 64.
  [[nodiscard]] std::vector<std::uint64_t> parts(Bytes bytes) const;
  /// A rail has moved `bytes` of a message in `time`.
  void measured(int rail, Bytes bytes, Picoseconds time);

 private:
  RailSplit split_;
  std::vector<double> shares_;  ///< shares of rails while no rate counts
  std::vector<double> rates_;   ///< bytes per picosecond; 0 while unknown
};

}  // namespace tactus
