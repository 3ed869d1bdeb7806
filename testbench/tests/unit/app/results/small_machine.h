#pragma once

#include "hw/common/machine_config.h"
#include "tlm_models/traffic/rank_map.h"

namespace tactus {

/// Four nodes, one rank on each.
inline MachineConfig small_machine() {
  MachineConfig config;
  config.network = {2, 2};
  return config;
}
const RankMap kMap{{{2, 2}, 1}};
constexpr RouterPorts kPorts{2, 4};

constexpr int kPlusX = 0;
constexpr int kMinusX = 1;
constexpr int kPlusY = 2;

}  // namespace tactus
