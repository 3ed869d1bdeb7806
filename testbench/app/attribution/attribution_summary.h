#pragma once

#include <cstdint>
#include <vector>

#include "hw/common/network_shape.h"
#include "testbench/app/attribution/congestion_trees.h"
#include "testbench/app/attribution/latency_attribution.h"

namespace tactus {

/// Sums of an output, and the packets that held it.
struct HeldOutput : OutputSum {
  std::vector<std::uint64_t> held_by;  ///< cycles of `output`, by input port of the packet that passed
};

/// An output of a router and what it did.
struct OutputRecord {
  int node = 0;
  int port = 0;
  HeldOutput sum;
};

/// Parts of the latencies of a run.
struct AttributionSummary {
  Clock clock;
  NetworkShape network;
  SplitSum total;
  std::vector<std::pair<int, SplitSum>> sequences;  ///< by number
  /// The outputs that packets waited for longest, most first; of equals, in the order of nodes and ports.
  std::vector<OutputRecord> worst;
  std::vector<CongestionTree> trees;  ///< trees that held most
};
AttributionSummary summarise(const LatencyAttribution& attribution, const CongestionTrees& trees,
                             const MachineConfig& config);

}  // namespace tactus
