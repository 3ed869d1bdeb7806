#pragma once

#include <cstdint>
#include <vector>

#include "hw/common/network_shape.h"
#include "testbench/app/attribution/congestion_trees.h"
#include "testbench/app/attribution/latency_attribution.h"

namespace tactus {

/// An output of a router and what it did.
struct OutputRecord {
  int node = 0;
  int port = 0;
  OutputSum sum;
  std::vector<std::uint64_t> held_by;  ///< of `sum.output`: by input port of the packet that passed
};

/// What the latencies of a run were spent on.
struct AttributionSummary {
  Picoseconds clock;
  NetworkShape network;
  RouterPorts ports;
  SplitSum total;
  std::vector<std::pair<int, SplitSum>> sequences;  ///< by number
  /// The outputs that packets waited for longest, most first; of equals, in the order of nodes and ports.
  std::vector<OutputRecord> worst;
  std::vector<CongestionTree> trees;  ///< those that held most
};
AttributionSummary summarise(const LatencyAttribution& attribution, const CongestionTrees& trees,
                             const MachineConfig& config);

}  // namespace tactus
