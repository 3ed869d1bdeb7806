#pragma once

#include <vector>

#include "hw/common/machine_config.h"

namespace tactus {

/// A router that the program has in RTL, for all sizes, rings and rows.
struct RtlRouterVariant {
  int dimensions;
  int nics;
  int virtual_channels;
};
/// NICs of a node that the program has in RTL, for all networks.
struct RtlNicVariant {
  int nics;  ///< so many at most
  int virtual_channels;
};
const std::vector<RtlRouterVariant>& rtl_routers();
const std::vector<RtlNicVariant>& rtl_nics();

/// Source of the Verilated RTL: that of the program, or what is made for the machine (rtl.replace).
enum class RtlSource { kProgram, kMachine };

/// `config` with an arbiter of RTL: one of others has that in its place which compares the same ages, for straps.
MachineConfig with_rtl_arbiter(MachineConfig config);

/// Faults of `config`, itself free of faults, for which there is no RTL router; empty if its routers can be RTL.
std::vector<ConfigFault> rtl_router_faults(const MachineConfig& config, RtlSource source = RtlSource::kProgram);
/// Faults of `config` for which there is no RTL NIC; empty if its NICs can be RTL.
std::vector<ConfigFault> rtl_nic_faults(const MachineConfig& config, RtlSource source = RtlSource::kProgram);
/// Longest message that such a NIC can send.
Bytes rtl_nic_longest_message(const MachineConfig& config);

}  // namespace tactus
