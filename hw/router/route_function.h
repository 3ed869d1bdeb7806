#pragma once

#include <cstdint>

#include "hw/common/network_shape.h"
#include "hw/common/router_config.h"
#include "hw/link/packet_header.h"
#include "hw/router/dateline.h"

namespace tactus {

/// Where a packet goes next: the output port and the VCs of that output it may take (bit v: VC v).
struct RouteDecision {
  std::uint8_t out_port = 0;
  std::uint8_t vc_mask = 1;
};

/// Dimension-order routing (X, then Y) on a 2D torus with a dateline rule (hw/router/dateline.h).
///
/// A packet goes the shorter way round each ring. When both are equally long (n even, offset n/2), it goes the
/// positive way (TieBreak::kPositive) or the way of the sign in its header (kSigned); the sign matters in no other
/// case. At its destination, and so at once if it is sent to its own node, it goes to the NIC port, on any VC.
/// Contract with drawings: docs/reference/routing.md.
class RouteFunction {
 public:
  RouteFunction(NetworkShape shape, const RouterConfig& config);

  /// Decision at the router at `here`; a pure function of the arguments, and of the header only of the
  /// destination, the destination's NIC and the signs.
  /// `in_port` is the side on which the packet arrives: one that travels in +x comes in by minus_x.
  /// `in_vc` is the VC that it arrived on; a packet that comes in by a NIC port starts afresh.
  [[nodiscard]] RouteDecision route(Coordinate here, int in_port, int in_vc, const RouteHeader& header) const;

  /// Links that a packet passes from `source` to `destination`.
  [[nodiscard]] int hops(Coordinate source, Coordinate destination) const;

 private:
  struct RingPosition {
    int size;
    int here;
    int destination;
  };

  [[nodiscard]] bool goes_positive(const RingPosition& ring, bool negative_sign) const;
  [[nodiscard]] RouteDecision follow_ring(const RingPosition& ring, Direction positive, bool negative_sign, int in_port,
                                          int in_vc) const;

  NetworkShape shape_;
  bool follows_sign_;
  DatelineRule dateline_;
};

}  // namespace tactus
