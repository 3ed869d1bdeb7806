#pragma once

#include <vector>

#include "hw/common/machine_config.h"

namespace tactus {

inline MachineConfig machine_of(const NetworkShape& network, int nics) {
  MachineConfig config;
  config.network = network;
  config.nic.count = nics;
  return config;
}

/// Tori, meshes and what is between them, of one to four dimensions, with one to eight NICs.
inline std::vector<MachineConfig> machines_of_all_kinds() {
  return {machine_of(NetworkShape({5}), 1),
          machine_of(NetworkShape({6}, {false}), 2),
          machine_of(NetworkShape({4, 3}, {true, false}), 8),
          machine_of(NetworkShape({2, 3, 4}), 3),
          machine_of(NetworkShape({3, 4, 2}, {false, false, false}), 6),
          machine_of(NetworkShape({2, 3, 2, 3}, {true, false, true, true}), 5),
          machine_of(NetworkShape({3, 2, 2, 2}), 8)};
}

/// Every link of a network is looked for.
template <class Visit>
void for_each_link(const NetworkShape& network, Visit visit) {
  for (int node = 0; node < network.nodes(); ++node) {
    for (int number = 0; number < network.directions(); ++number) {
      const auto direction = static_cast<Direction>(number);
      if (network.has_link(network.coordinate(node), direction)) visit(node, direction);
    }
  }
}

}  // namespace tactus
