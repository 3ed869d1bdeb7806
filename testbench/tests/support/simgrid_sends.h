#pragma once

#include "testbench/tests/support/flow_sends.h"

namespace tactus {

/// The same sends by SimGrid, as a reference: S4U, one actor per node, each link of `topology` a SimGrid link without
/// latency, routes those of `topology`, raw max-min shares (network/model CM02, no cross traffic, no factors, no
/// window). SimGrid's engine lives once in a process, so this is called once.
FlowSendTimes send_by_simgrid(const FlowTopology& topology, const FlowSends& sends);

}  // namespace tactus
