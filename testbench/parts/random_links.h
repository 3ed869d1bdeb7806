#pragma once

#include <algorithm>
#include <vector>

#include "hw/common/machine_config.h"
#include "testbench/parts/dice.h"

namespace tactus {

/// Takes down up to two cables, or all cables of a router or switch, for a while. Only where the switch is held per
/// packet.
template <class Place>
void take_down_links(Dice& dice, MachineConfig& machine, Place&& place) {
  if (machine.router.switch_hold != SwitchHold::kPacket) return;
  FaultsConfig& faults = machine.faults;
  for (int i = dice.below(3); i > 0; --i) {
    const Coordinate from = place();
    const auto direction = static_cast<Direction>(dice.below(machine.network.directions()));
    if (!machine.has_link(from, direction)) continue;
    const auto first = static_cast<std::uint64_t>(dice.below(3000));
    const std::uint64_t end = first + static_cast<std::uint64_t>(dice.between(1, 1500));
    FailingParts down;
    const bool is_host_of_graph = machine.network.is_graph() && machine.network.node(from) < machine.network.hosts();
    if (is_host_of_graph || dice.chance(80)) {
      down.cables = {{from, machine.network.neighbour(from, direction)}};
    } else {
      (machine.network.is_graph() ? down.switches : down.routers) = {from};
    }
    faults.outages.push_back({down, machine.clock.edge(Cycles{first}), machine.clock.edge(Cycles{end})});
  }
}

/// Interrupts links: of up to two cables for a while, in some cases all of them by errors, with replay buffers that may
/// be short. Only where the switch is held per packet.
template <class Place>
void interrupt_links(Dice& dice, MachineConfig& machine, Place&& place) {
  if (machine.router.switch_hold != SwitchHold::kPacket) return;
  take_down_links(dice, machine, place);
  if (dice.chance(60)) return;
  FaultsConfig& faults = machine.faults;
  faults.bit_error_rate = 0.5 / (8.0 * static_cast<double>(machine.nic.mtu.count() * (1U << dice.below(6))));
  faults.retry_delay = machine.clock.edge(Cycles{static_cast<std::uint64_t>(dice.below(50))});
  if (dice.chance(50)) return;
  const int least = machine.max_packet_flits();
  faults.replay_buffer = kFlitBytes * static_cast<std::uint64_t>(dice.between(least, 3 * least + 50));
}

/// Gives up to `most` cables at places that `place()` draws, and in some cases a dimension, delays and bandwidths of
/// their own; bandwidths of at least a `slowest`th, and only where the switch is held per packet. Cables that are dead
/// stay as they are.
template <class Place>
void vary_links(Dice& dice, MachineConfig& machine, int most, int slowest, Place&& place) {
  const NetworkShape& network = machine.network;
  const auto vary = [&](LinkOverride& entry) {
    const std::uint64_t full = machine.link.bandwidth.count();
    const auto part = static_cast<std::uint64_t>(dice.between(1, slowest));
    const std::uint64_t slow = dice.chance(50) ? full / static_cast<std::uint64_t>(slowest) * part : full / part;
    if (machine.router.switch_hold == SwitchHold::kPacket && dice.chance(80)) {
      entry.bandwidth = BytesPerSecond{std::max<std::uint64_t>(slow, full / kSlowestLink + 1)};
    }
    if (entry.bandwidth && dice.chance(50)) return;
    entry.cable_delay = machine.clock.edge(Cycles{static_cast<std::uint64_t>(dice.between(1, 40))});
  };
  for (int i = dice.between(1, most); i > 0; --i) {
    const Coordinate from = place();
    const auto direction = static_cast<Direction>(dice.below(network.directions()));
    const Cable cable{from, network.neighbour(from, direction)};
    const bool named =
        std::any_of(machine.link.overrides.begin(), machine.link.overrides.end(),
                    [&](const LinkOverride& before) { return before.cables.front().joins(cable.from, cable.to); });
    if (named || !machine.has_link(from, direction)) continue;
    LinkOverride& entry = machine.link.overrides.emplace_back();
    entry.cables.push_back(cable);
    vary(entry);
  }
  if (network.is_graph() || dice.chance(70)) return;
  LinkOverride& entry = machine.link.overrides.emplace_back();
  entry.dimension = dice.below(network.dimensions());
  vary(entry);
}

}  // namespace tactus
