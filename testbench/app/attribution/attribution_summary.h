#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hw/common/network_shape.h"
#include "testbench/app/attribution/congestion_trees.h"
#include "testbench/app/attribution/critical_path.h"
#include "testbench/app/attribution/latency_attribution.h"
#include "testbench/app/attribution/path_in_short.h"

namespace tactus {

/// A place as result.json names it.
struct NamedPlace {
  std::vector<int> node;  ///< coordinates
  std::optional<std::string>
      port;  ///< output of its router, "plus_x", "to switch 7", "nic_0"; nothing: the node itself
};

NamedPlace named_place(const NetworkShape& network, PathPlace place);

/// Sums of an output of a router, and the packets that held it.
struct OutputRecord {
  NamedPlace place;
  OutputSum sum;
  /// Cycles of `sum.output`, by input port of the packet that passed; those with any.
  std::vector<std::pair<std::string, std::uint64_t>> held_by;
};

OutputRecord output_record(const LatencyAttribution& attribution, const MachineConfig& config, PathPlace place);

/// A `CongestionTree` of a run. Times are simulated seconds.
struct TreeRecord {
  NamedPlace root;
  bool circular = false;
  double begin_s = 0;
  double end_s = 0;
  int most_outputs = 0;
  int most_packets = 0;
  std::uint64_t packet_cycles = 0;
};

/// Cycles that packets of a job waited for outputs, summed over the packets.
struct JobWait {
  std::uint64_t waited = 0;   ///< all of them
  std::uint64_t no_room = 0;  ///< for room in the next buffer
  /// Behind packets of each job, by name; "none": behind packets of no job, or for an input side.
  std::vector<std::pair<std::string, std::uint64_t>> behind;
};
struct JobOutput {
  NamedPlace place;
  JobWait wait;
};
struct JobWaitSummary {
  std::string job;  ///< name
  JobWait total;
  std::vector<JobOutput> worst;  ///< outputs that its packets waited for longest, most first
};

/// Parts of the latencies of a run.
struct AttributionSummary {
  SplitSum total;
  std::vector<std::pair<int, SplitSum>> sequences;  ///< by number
  /// The outputs that packets waited for longest, most first; of equals, in the order of nodes and ports.
  std::vector<OutputRecord> worst;
  std::vector<TreeRecord> trees;       ///< trees that held most
  std::vector<JobWaitSummary> jobs{};  ///< waits of each job; none without jobs
};
AttributionSummary summarise(const LatencyAttribution& attribution, const CongestionTrees& trees,
                             const MachineConfig& config);

/// Time that a critical path spent on one thing at one place, in one piece or several.
struct PathSum {
  PathPart part = LatencyPart::kSoftware;
  NamedPlace place;
  std::uint64_t time = 0;              ///< cycles
  std::optional<AccessStage> stage{};  ///< where the access to memory was, if the memory says it
};

struct PathSummary : PathInShort<PathSum, PathSplit> {
  std::optional<StageSplit> stages{};  ///< stages of what is spent at memories; nothing: they do not say it
};
PathSummary summarise(const std::vector<PathStep>& steps, const NetworkShape& network);

}  // namespace tactus
