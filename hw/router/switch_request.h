#pragma once

#include <cstdint>

#include "hw/common/router_config.h"
#include "hw/router/arbiter.h"
#include "hw/router/route_function.h"

namespace tactus {

/// Need of a packet at an output; with the switch held per flit, need of the owner of an output VC.
struct SwitchNeed {
  std::uint8_t vc_mask = 1;   ///< VCs of the output that it may take
  std::uint8_t spare = 0;     ///< credits that have to be there and are not taken
  std::uint16_t credits = 0;  ///< credits it needs on one of them, taken with the grant but for `spare`

  /// Credits that are taken with the grant.
  [[nodiscard]] int taken() const { return credits - spare; }

  [[nodiscard]] bool same_as(const SwitchNeed& other) const {
    return vc_mask == other.vc_mask && credits == other.credits;
  }
};

/// Request for an output: the need, and the ages that are compared.
struct SwitchRequest : SwitchNeed {
  std::uint16_t flits = 0;   ///< length of the packet
  std::uint32_t age = 0;     ///< `packet_age`, for the arbiters that compare ages
  std::uint32_t routed = 0;  ///< edge of RC modulo 2^32, or as far after it for all, for input nomination
  std::uint16_t links = 1;   ///< RouteChoice

  SwitchRequest() = default;
  SwitchRequest(std::uint8_t vcs, std::uint16_t its_flits, std::uint32_t its_age = 0, std::uint32_t its_routed = 0,
                std::uint16_t its_links = 1)
      : SwitchNeed{vcs, 0, its_flits}, flits(its_flits), age(its_age), routed(its_routed), links(its_links) {}
  SwitchRequest(RouteDecision way, std::uint16_t its_flits, std::uint32_t its_age, std::uint32_t its_routed)
      : SwitchRequest(way.vc_mask, its_flits, its_age, its_routed) {
    if (way.rooms == 0) return;
    spare = static_cast<std::uint8_t>(way.rooms - 1);
    credits = way.rooms;
  }
};
static_assert(sizeof(SwitchNeed) == 4);

/// A requester asks for one output at a time: only the front of a FIFO does, and its way is not adaptive.
bool asks_for_one_output(const RouterConfig& config);

}  // namespace tactus
