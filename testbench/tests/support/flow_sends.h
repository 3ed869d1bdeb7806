#pragma once

#include <cstdint>
#include <vector>

#include "tlm_models/flow/flow_topology.h"

namespace tactus {

struct FlowSend {
  int to = 0;  ///< node; not the sender
  std::uint64_t bytes = 0;
};

/// What nodes send, each its messages one after the other.
struct FlowSends {
  std::vector<std::vector<FlowSend>> by_node;
  bool barrier = false;  ///< nobody begins its next message before all have ended theirs; all have equally many
};

struct FlowSendTimes {
  std::vector<std::vector<double>> ends;  ///< picoseconds, as in `by_node`
  double user_cpu_s = 0;                  ///< from the first message to the last, without what comes before

  [[nodiscard]] double last() const;
};

/// Lets FlowNetwork do it, with MaxMinSolver.
FlowSendTimes send_by_flow_network(const FlowTopology& topology, const FlowSends& sends);

}  // namespace tactus
