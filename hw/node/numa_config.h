#pragma once

#include <vector>

#include "hw/link/ht_config.h"
#include "hw/link/pcie_config.h"
#include "hw/memory/memory_controller.h"

namespace tactus {

/// A node of sockets, memories, links and bridges, and the slots in which its NICs are. The defaults are the multirail
/// paper's machine: two Opteron sockets, each with a memory and a bridge, and two x8 slots behind each bridge.
struct NumaNodeConfig {
  struct Memory {
    int socket = 0;
    MemoryControllerConfig controller;
  };
  /// Between two sockets.
  struct SocketLink {
    int from = 0;
    int to = 1;
    HtLinkConfig link;
    HtBuffers buffers{1, 4, 6};  ///< buffers of the socket at either end
  };
  /// HyperTransport on one side, slots on the other.
  struct Bridge {
    int socket = 0;
    HtLinkConfig link;
    HtBuffers socket_buffers{4, 5, 1};   ///< for what comes from the bridge; fewer with the older firmware
    HtBuffers bridge_buffers{1, 1, 16};  ///< for what comes from the socket
    std::uint32_t reads = 32;            ///< reads of 64 B that it may have asked for and not received
    std::uint32_t completions = 8;       ///< that it holds for each slot
    std::vector<PcieLinkConfig> slots{2};
  };
  struct Nic {
    int bridge = 0;
    int slot = 0;
  };

  int sockets = 2;
  std::vector<Memory> memories{{0, {}}, {1, {}}};
  std::vector<SocketLink> socket_links{1};
  std::vector<Bridge> bridges{bridge_at(0), bridge_at(1)};
  std::vector<Nic> nics{{0, 0}, {0, 1}, {1, 0}, {1, 1}};

  static Bridge bridge_at(int socket) {
    Bridge bridge;
    bridge.socket = socket;
    return bridge;
  }
  [[nodiscard]] const PcieLinkConfig& slot_of(const Nic& nic) const {
    return bridges[static_cast<std::size_t>(nic.bridge)].slots[static_cast<std::size_t>(nic.slot)];
  }
  [[nodiscard]] int socket_of(const Nic& nic) const { return bridges[static_cast<std::size_t>(nic.bridge)].socket; }
};

/// Every fault of `config`; empty if the node can be built and each NIC reaches each memory. Members of a list are
/// named by their place: "bridges[1].slots[0].lanes".
std::vector<ConfigFault> validate(const NumaNodeConfig& config);

}  // namespace tactus
