#pragma once

#include <algorithm>
#include <utility>

#include "hw/common/machine_config.h"
#include "rtl/twin/rtl_support.h"
#include "testbench/tests/unit/hw/router/dice.h"

namespace tactus {

/// A torus or mesh of that many dimensions, of up to 2^20 nodes.
inline NetworkShape random_rtl_network(Dice& dice, int dimensions) {
  const bool largest = dice.chance(10);
  const int long_one = dice.below(dimensions);
  NetworkShape network;
  network.sizes = {};
  for (int d = 0; d < dimensions; ++d) {
    const bool in_2d = dimensions <= 2;
    network.sizes.push_back(largest && (in_2d || d == long_one) ? dice.between(255, 256) : dice.between(2, 9));
    network.wrap.push_back(dice.chance(70));
  }
  return network;
}

/// A node of it; often a corner, where links wrap or end.
inline Coordinate random_rtl_position(Dice& dice, const NetworkShape& network) {
  Coordinate c;
  for (int d = 0; d < network.dimensions(); ++d) {
    const int last = network.size(d) - 1;
    c.set(d, dice.chance(30) ? last : dice.between(0, last));
  }
  return c;
}

/// A machine whose routers are of that kind in RTL, drawn at random from all of them.
inline MachineConfig random_rtl_machine(Dice& dice, const RtlRouterVariant& router) {
  MachineConfig config;
  config.network = random_rtl_network(dice, router.dimensions);
  config.nic.count = router.nics;
  config.router.virtual_channels = router.virtual_channels;
  if (dice.chance(50)) {
    DimensionLetters& order = config.router.dimension_order;
    for (int d = 0; d < router.dimensions; ++d) {
      order.push_back(d);
      std::swap(order.of[static_cast<std::size_t>(d)], order.of[static_cast<std::size_t>(dice.below(d + 1))]);
    }
  }
  config.router.arbiter = dice.chance(50) ? ArbiterKind::kOldestFirst : ArbiterKind::kRoundRobin;
  config.router.input_transfers = static_cast<InputTransfers>(dice.below(3));
  config.router.dateline = static_cast<DatelineKind>(dice.below(3));
  config.router.tie_break = static_cast<TieBreak>(dice.below(2));
  const auto slots = [&dice] {
    const int most = dice.chance(30) ? 512 : 40;
    return static_cast<std::uint64_t>(dice.chance(10) ? 512 : dice.between(3, most));
  };
  config.router.vc_buffer = kFlitBytes * slots();
  config.nic.receive_buffer = kFlitBytes * slots();
  config.nic.mtu = std::min({config.nic.mtu, config.router.vc_buffer, config.nic.receive_buffer});
  return config;
}

}  // namespace tactus
