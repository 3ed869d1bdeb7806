#pragma once

#include <cstdint>
#include <memory>

#include "hw/common/machine_config.h"
#include "hw/link/packet_header.h"

namespace tactus {

/// Where a packet goes next: the output port and the VCs of that output it may take (bit v: VC v).
struct RouteDecision {
  std::uint8_t out_port = 0;
  std::uint8_t vc_mask = 1;
};

/// Chooses the way of packets, a link at a time. Contract with drawings: docs/reference/routing.md.
class RouteFunction {
 public:
  virtual ~RouteFunction() = default;

  /// Decision at the router at `here`; a pure function of the arguments, and of the header only of the
  /// destination, the destination's NIC and the signs.
  /// `in_port` is the side on which the packet arrives: one that travels in +x comes in by minus_x.
  /// `in_vc` is the VC that it arrived on; a packet that comes in by a NIC port starts afresh.
  [[nodiscard]] virtual RouteDecision route(Coordinate here, int in_port, int in_vc,
                                            const RouteHeader& header) const = 0;
};

/// Route function of a valid machine.
std::unique_ptr<const RouteFunction> make_route_function(const MachineConfig& config);

}  // namespace tactus
