#pragma once

#include <optional>

#include "hw/common/coordinate.h"
#include "hw/common/machine_config.h"
#include "hw/link/packet_header.h"
#include "hw/router/route_function.h"

namespace tactus {

/// Node from which packets of `header` go on along one of several VCs, so that one of them can overtake another there;
/// the source if the routing draws a way for each packet.
/// Nothing: they arrive in the order in which their NIC sends them, since a NIC sends on VC 0 and no router changes the
/// order of one VC (docs/reference/vc_router.md, VCR-7). `routes` are routes of `config` in which
/// `follow_network` finds no fault.
std::optional<Coordinate> find_overtaking(const MachineConfig& config, const RouteFunction& routes,
                                          const RouteHeader& header);

}  // namespace tactus
