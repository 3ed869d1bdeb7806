#pragma once

#include <algorithm>
#include <string>

#include "hw/common/machine_config.h"
#include "rtl/twin/rtl_straps.h"
#include "rtl/twin/rtl_support.h"
#include "testbench/parts/random_network.h"

namespace tactus {

/// Draws other arbiters than round robin and oldest first, nominations and the turnaround. A turnaround is short,
/// because a long one leaves little to be compared.
inline void draw_more_of_router(Dice& dice, RouterConfig& router, bool any_arbiter) {
  if (any_arbiter && dice.chance(50)) router.arbiter = kRtlArbiters[dice.between(2, 6)];
  if (dice.chance(40))
    router.turnaround = Cycles{static_cast<std::uint64_t>(dice.chance(30) ? 1 : dice.between(2, 20))};
  const bool nominates = router.input_transfers == InputTransfers::kPort && dice.chance(50);
  if (nominates) router.input_nomination = kRtlNominations[1];
}

/// Draws bubble flow control, O1TURN or both, for machines with such buffers. Packets are short enough for a room
/// beside the one that they take.
inline void draw_ways(Dice& dice, MachineConfig& config) {
  const bool two_sets = config.router.virtual_channels >= 2;
  const bool draws = two_sets && dice.chance(50);
  if (draws) config.router.routing = kRtlRoutings[1];
  if (draws && dice.chance(40)) return;
  config.router.flow_control = FlowControl::kBubble;
  config.router.vc_buffer = std::max(config.router.vc_buffer, kFlitBytes * 4);
  const std::uint64_t slots = config.router.vc_buffer.count() / kFlitBytes.count();
  const int most = static_cast<int>(std::min<std::uint64_t>(slots / 2, 128));
  config.nic.mtu = kFlitBytes * static_cast<std::uint64_t>(dice.between(2, dice.chance(50) ? std::min(most, 6) : most));
}

/// A machine whose routers are of that kind in RTL, drawn at random from all of them, or from those with `arbiter`.
inline MachineConfig random_rtl_machine(Dice& dice, const RtlRouterVariant& router, const std::string& arbiter = {}) {
  MachineConfig config;
  config.network = random_network(dice, router.dimensions);
  config.nic.count = router.nics;
  config.router.virtual_channels = router.virtual_channels;
  if (dice.chance(50)) config.router.dimension_order = random_order(router.dimensions, dice);
  config.router.arbiter = dice.chance(50) ? "oldest_first" : "round_robin";
  if (!arbiter.empty()) config.router.arbiter = arbiter;
  config.router.input_transfers = static_cast<InputTransfers>(dice.below(3));
  draw_more_of_router(dice, config.router, arbiter.empty());
  config.router.dateline = kRtlDatelines[dice.below(3)];
  config.router.tie_break = kRtlTieBreaks[dice.below(2)];
  const auto slots = [&dice] {
    const int most = dice.chance(30) ? 512 : 40;
    const int kind = dice.below(20);
    return static_cast<std::uint64_t>(kind < 2 ? 512 : kind == 2 ? 3 : dice.between(3, most));
  };
  config.router.vc_buffer = kFlitBytes * slots();
  config.nic.receive_buffer = kFlitBytes * slots();
  config.nic.mtu = std::min({config.nic.mtu, config.router.vc_buffer, config.nic.receive_buffer});
  return config;
}

}  // namespace tactus
