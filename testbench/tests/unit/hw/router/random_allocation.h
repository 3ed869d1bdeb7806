#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "hw/router/switch_allocator.h"
#include "testbench/tests/support/policies.h"
#include "testbench/tests/unit/hw/router/dice.h"

namespace tactus {

constexpr int kMachines = 3000;
constexpr std::uint64_t kEdges = 120;  ///< of each machine

inline bool operator==(const SwitchGrant& a, const SwitchGrant& b) {
  return a.in_port == b.in_port && a.in_vc == b.in_vc && a.out_port == b.out_port && a.out_vc == b.out_vc;
}

/// Ports of a router: `index` runs through one to six dimensions with one to eight NICs.
inline RouterPorts random_ports(int index) {
  return {1 + index % kMaxDimensions, 1 + index / kMaxDimensions % kMaxNics};
}

/// Any router with `ports`: `index` runs through all arbiters, queue kinds and input limits, the rest is drawn.
inline RouterConfig random_router(int index, RouterPorts ports, Dice& dice) {
  RouterConfig config;
  config.virtual_channels = dice.between(1, std::min(kMaxVirtualChannels, kMaxInputVcs / ports.count()));
  config.arbiter = test::policy_at<ArbiterKind>(index);
  const int others = index / test::policy_count<ArbiterKind>();
  config.input_queue = static_cast<InputQueueKind>(others % 2);
  config.input_transfers = static_cast<InputTransfers>(others / 2 % 3);
  if (config.input_transfers == InputTransfers::kPort) {
    config.input_nomination = test::policy_at<NominationKind>(others / 6);
  }
  return config;
}

/// Any request that a buffer of `capacity` flits can satisfy, and now and then one for no credits at all.
inline SwitchRequest random_request(int virtual_channels, int capacity, Dice& dice) {
  SwitchRequest want;
  want.vc_mask = static_cast<std::uint8_t>(dice.between(1, (1 << virtual_channels) - 1));
  want.credits = static_cast<std::uint16_t>(dice.chance(10) ? 0 : dice.between(1, capacity));
  // Around the wrap of the 32-bit cycle, with ties.
  want.age = 0xFFFFFFF8U + static_cast<std::uint32_t>(dice.below(16));
  want.routed = 0xFFFFFFF8U + static_cast<std::uint32_t>(dice.below(16));
  return want;
}

/// Something that ends at a known edge.
struct Ending {
  SwitchGrant grant;
  std::uint64_t edge;
};

}  // namespace tactus
