#pragma once

#include <cstdint>

#include "hw/common/router_config.h"
#include "hw/router/arbiter.h"
#include "hw/router/route_function.h"

namespace tactus {

/// Need of a packet at an output; with the switch held per flit, need of the owner of an output VC.
struct SwitchNeed {
  std::uint8_t vc_mask = 1;     ///< VCs of the output that it may take
  std::uint8_t bubble_vcs = 0;  ///< VCs among these on which it has to leave a credit
  std::uint16_t credits = 0;    ///< credits it needs on one of them, taken with the grant

  /// Credits that have to be there if it takes `vc`.
  [[nodiscard]] int credits_on(int vc) const { return credits + (bubble_vcs >> vc & 1); }

  [[nodiscard]] bool same_as(const SwitchNeed& other) const {
    return vc_mask == other.vc_mask && bubble_vcs == other.bubble_vcs && credits == other.credits;
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
  SwitchRequest(RouteDecision way, std::uint16_t its_flits, std::uint32_t its_age, std::uint32_t its_routed,
                std::uint16_t its_links = 1)
      : SwitchRequest(way.vc_mask, its_flits, its_age, its_routed, its_links) {
    if (way.rooms == 0) return;
    credits = way.rooms;
    bubble_vcs = way.bubble_vcs;
  }
};
static_assert(sizeof(SwitchNeed) == 4);

/// A requester asks for one output at a time: only the front of a FIFO does, and its way is not adaptive.
bool asks_for_one_output(const RouterConfig& config);

}  // namespace tactus
