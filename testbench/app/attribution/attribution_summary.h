#pragma once

#include <cstdint>
#include <vector>

#include "hw/common/network_shape.h"
#include "testbench/app/attribution/congestion_trees.h"
#include "testbench/app/attribution/latency_attribution.h"

namespace tactus {

/// What an output did, and who held it.
struct HeldOutput : OutputSum {
  std::vector<std::uint64_t> held_by;  ///< of `output`: by input port of the packet that passed
};

/// An output of a router and what it did.
struct OutputRecord {
  int node = 0;
  int port = 0;
  HeldOutput sum;
};

/// What the latencies of a run were spent on.
struct AttributionSummary {
  Clock clock;
  NetworkShape network;
  SplitSum total;
  std::vector<std::pair<int, SplitSum>> sequences;  ///< by number
  /// The outputs that packets waited for longest, most first; of equals, in the order of nodes and ports.
  std::vector<OutputRecord> worst;
  std::vector<CongestionTree> trees;  ///< those that held most
};
AttributionSummary summarise(const LatencyAttribution& attribution, const CongestionTrees& trees,
                             const MachineConfig& config);

}  // namespace tactus
