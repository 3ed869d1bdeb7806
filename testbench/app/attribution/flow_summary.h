#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hw/common/network_shape.h"
#include "testbench/app/attribution/flow_attribution.h"
#include "testbench/app/attribution/flow_path.h"
#include "testbench/app/attribution/path_in_short.h"

namespace tactus {

/// A link and what was lost there.
struct LinkRecord {
  std::string name;
  LinkId link = 0;
  std::uint64_t lost = 0;      ///< picoseconds, as in LinkLosses
  std::uint64_t messages = 0;  ///< messages that lost any time there
  double used = 0;             ///< 0..1, of its bandwidth over the whole run
};

/// Parts of the time of all messages of a run at flow level.
struct FlowAttributionSummary {
  FlowTotal total;
  std::vector<std::pair<int, FlowTotal>> sequences;  ///< by number
  std::vector<LinkRecord> worst;                     ///< where most was lost, most first; of equals by number
};
/// Makes the summary of a run that took `end` on `network`.
FlowAttributionSummary summarise(const FlowAttribution& attribution, const FlowNetwork& network, Picoseconds end);

/// Time that a critical path spent on one thing at one place, in one piece or several.
struct FlowPathSum {
  FlowPathPart part = FlowPart::kSoftware;
  std::optional<std::vector<int>> node;  ///< coordinates; nothing if it is at a link
  std::optional<std::string> link;       ///< name; nothing if it is at a node
  std::uint64_t time = 0;                ///< picoseconds
};

using FlowPathSummary = PathInShort<FlowPathSum, FlowPathSplit>;
/// `nodes`: coordinates of the nodes of `topology`, or their numbers alone.
FlowPathSummary summarise(const std::vector<FlowPathStep>& steps, const FlowTopology& topology,
                          const NetworkShape& nodes);

}  // namespace tactus
