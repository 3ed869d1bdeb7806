#pragma once

#include <algorithm>

#include "hw/common/machine_config.h"
#include "testbench/tests/unit/hw/router/dice.h"

namespace tactus {

/// A machine whose routers there is RTL for, drawn at random from all of them.
inline MachineConfig random_rtl_machine(Dice& dice, int virtual_channels) {
  MachineConfig config;
  config.network = {dice.between(2, 9), dice.between(2, 9)};
  if (dice.chance(10)) config.network = {256, 255};
  config.router.virtual_channels = virtual_channels;
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
