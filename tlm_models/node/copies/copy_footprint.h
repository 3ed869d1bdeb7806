#pragma once

#include <cstdint>
#include <vector>

#include "tlm_models/node/copies/copy_plan.h"
#include "tlm_models/node/memory/many_core_config.h"

namespace tactus {

/// Lines that a copy touches on one side.
struct SideFootprint {
  std::vector<std::uint64_t> lines;  ///< each once, in order; where the process's memory begins is taken off
  double accesses = 0;               ///< one for each stretch, and for each line that it goes on to
  double beyond_l1 = 0;  ///< accesses that come back to a line so late that L1 has lost it, if it is short of room
  double beyond_l2 = 0;  ///< accesses among `beyond_l1` that come back so late that L2 has lost the line too
  double followed = 0;   ///< share of the lines that the prefetcher follows, if all of them miss L1
};

/// Work of a copy, whoever carries it out.
struct CopyFootprint {
  double bytes = 0;
  double stretches = 0;
  double pieces = 0;        ///< pieces of either side that are begun
  double items = 0;         ///< items of either description that are begun
  double instructions = 0;  ///< loads and stores beyond the accesses
  SideFootprint source;
  SideFootprint destination;
};

/// Footprint of copying packed bytes `from` to `to`, moved `width` bytes at a time.
CopyFootprint copy_footprint(const PlacedLayout& source, const PlacedLayout& destination, std::int64_t from,
                             std::int64_t to, Bytes width, const ManyCoreConfig& node);

}  // namespace tactus
