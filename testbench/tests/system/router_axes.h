#pragma once

#include <vector>

#include "hw/common/router_config.h"

namespace tactus::test {

/// Every combination of the router's design axes that says who is served in what order: arbiter, input queue, input
/// transfers, input nomination, switch hold and dateline; tie break, number of VCs (2 to 4) and VC buffer (one packet,
/// or four) go round with them.
std::vector<RouterConfig> all_router_axes();

}  // namespace tactus::test
