#pragma once

#include <cstdint>

#include "hw/common/router_config.h"
#include "hw/common/torus_shape.h"
#include "hw/link/packet_header.h"

namespace tactus {

/// Where a packet goes next: the output port and the VCs of that output it may take (bit v: VC v).
struct RouteDecision {
  std::uint8_t out_port = 0;
  std::uint8_t vc_mask = 1;
};

/// Dimension-order routing (X, then Y) on a 2D torus with a dateline rule; a pure function of the header
/// and of the VC class that the packet has on arrival.
///
/// VC classes: with V virtual channels, class 0 is VCs [0, ceil(V/2)) and class 1 the rest; with V = 1, or
/// DatelineKind::kNone, every class is all VCs. NIC output ports accept any VC.
class RouteFunction {
 public:
  RouteFunction(TorusShape shape, const RouterConfig& config);

  /// Decision at the router at `here` for a packet that arrived by `in_port` on VC `in_vc`.
  /// kCrossing: turning into or entering a ring starts in class 0, the wraparound link itself is class 1;
  /// a packet already in class 1 of the same ring (in_port is the opposite side of the same dimension) stays.
  [[nodiscard]] RouteDecision route(Coordinate here, int in_port, int in_vc, const RouteHeader& header) const;

  /// Links that a packet passes from `source` to `destination`.
  [[nodiscard]] int hops(Coordinate source, Coordinate destination) const;

 private:
  TorusShape shape_;
  RouterConfig config_;
};

}  // namespace tactus
