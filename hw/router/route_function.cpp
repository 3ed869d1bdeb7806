#include "hw/router/route_function.h"

#include <algorithm>
#include <cstdlib>

namespace tactus {
namespace {

int ring_distance(int size, int a, int b) {
  const int apart = std::abs(a - b);
  return std::min(apart, size - apart);
}

}  // namespace

RouteFunction::RouteFunction(NetworkShape shape, const RouterConfig& config)
    : shape_(shape),
      follows_sign_(config.tie_break == TieBreak::kSigned),
      dateline_(config.dateline, config.virtual_channels) {}

RouteDecision RouteFunction::route(Coordinate here, int in_port, int in_vc, const RouteHeader& header) const {
  const Coordinate to = header.destination;
  if (here[0] != to[0]) {
    return follow_ring({shape_.size(0), here[0], to[0]}, Direction::kPlusX, header.negative[0], in_port, in_vc);
  }
  if (here[1] != to[1]) {
    return follow_ring({shape_.size(1), here[1], to[1]}, Direction::kPlusY, header.negative[1], in_port, in_vc);
  }
  return {static_cast<std::uint8_t>(nic_port(header.destination_nic)), dateline_.all_vcs()};
}

bool RouteFunction::goes_positive(const RingPosition& ring, bool negative_sign) const {
  const int ahead = ring.destination - ring.here;
  const int twice_positive_distance = 2 * (ahead < 0 ? ahead + ring.size : ahead);
  // A tie exists at the source only: the first link makes the rest of the way the shorter one.
  if (twice_positive_distance == ring.size) return !(follows_sign_ && negative_sign);
  return twice_positive_distance < ring.size;
}

RouteDecision RouteFunction::follow_ring(const RingPosition& ring, Direction positive, bool negative_sign, int in_port,
                                         int in_vc) const {
  const bool plus = goes_positive(ring, negative_sign);
  const Direction out = plus ? positive : opposite(positive);
  RingStep step;
  step.enters = in_port != static_cast<int>(opposite(out));
  step.crosses = ring.here == (plus ? ring.size - 1 : 0);
  step.wraps = plus ? ring.destination < ring.here : ring.destination > ring.here;
  return {static_cast<std::uint8_t>(out), dateline_.vc_mask(step, in_vc)};
}

int RouteFunction::hops(Coordinate source, Coordinate destination) const {
  return ring_distance(shape_.size(0), source[0], destination[0]) +
         ring_distance(shape_.size(1), source[1], destination[1]);
}

}  // namespace tactus
