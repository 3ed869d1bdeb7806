#include "rtl/twin/rtl_support.h"

#include <algorithm>
#include <string>

#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

MachineConfig machine(int dimensions, int nics, int virtual_channels) {
  MachineConfig config;
  config.network.sizes = {};
  for (int d = 0; d < dimensions; ++d) config.network.sizes.push_back(2);
  config.nic.count = nics;
  config.nic.unexpected_entries = 32;
  config.nic.receive_buffer = Bytes{2048};
  config.router.virtual_channels = virtual_channels;
  return config;
}

bool names(const std::vector<ConfigFault>& faults, const std::string& text) {
  return faults.size() == 1 && faults.front().message.find(text) != std::string::npos;
}

/// Calls `check(config)` for all numbers of dimensions, NICs and VCs that a machine can have.
template <class Check>
void for_all_machines(Check check) {
  for (int dimensions = 1; dimensions <= kMaxDimensions; ++dimensions) {
    for (int nics = 1; nics <= kMaxNics; ++nics) {
      for (int vcs = 1; vcs <= kMaxVirtualChannels; ++vcs) {
        const MachineConfig config = machine(dimensions, nics, vcs);
        if (!validate(config).empty()) continue;
        CAPTURE(dimensions, nics, vcs);
        check(config);
      }
    }
  }
}

}  // namespace

TEST_CASE("RTL support: the program has the routers that are Verilated and names them where another one is wanted") {
  for_all_machines([](const MachineConfig& config) {
    const int vcs = config.router.virtual_channels;
    const auto is_this = [&](const RtlRouterVariant& router) {
      return router.dimensions == config.network.dimensions() && router.nics == config.nics() &&
             router.virtual_channels == vcs;
    };
    const bool there = std::any_of(rtl_routers().begin(), rtl_routers().end(), is_this);
    const std::vector<ConfigFault> faults = rtl_router_faults(config);
    CHECK(faults.empty() == there);
    if (!there) {
      for (const RtlRouterVariant& router : rtl_routers()) {
        CHECK(names(faults, std::to_string(router.dimensions) + ", " + std::to_string(router.nics) + " and " +
                                std::to_string(router.virtual_channels)));
      }
    }
    CHECK(rtl_router_faults(config, RtlSource::kMachine).empty() == (config.network.dimensions() <= 4));
  });
}

TEST_CASE("RTL support: the program has the NICs that are Verilated and names them where others are wanted") {
  for_all_machines([](const MachineConfig& config) {
    if (config.network.dimensions() > 4) return;  // refused by their number
    const int vcs = config.router.virtual_channels;
    const auto is_this = [&](const RtlNicVariant& nic) {
      return nic.nics >= config.nics() && nic.virtual_channels == vcs;
    };
    const bool there = std::any_of(rtl_nics().begin(), rtl_nics().end(), is_this);
    const std::vector<ConfigFault> faults = rtl_nic_faults(config);
    CHECK(faults.empty() == there);
    if (!there) {
      for (const RtlNicVariant& nic : rtl_nics()) {
        CHECK(names(faults, "up to " + std::to_string(nic.nics) + " with " + std::to_string(nic.virtual_channels)));
      }
    }
    CHECK(rtl_nic_faults(config, RtlSource::kMachine).empty());
  });
}

TEST_CASE("RTL support: what the NIC in RTL has no widths for is refused by name") {
  CHECK(names(rtl_nic_faults(machine(5, 4, 2)), "5 dimensions: a NIC in RTL (rtl.nics) has up to 4"));
  CHECK(names(rtl_router_faults(machine(6, 2, 2), RtlSource::kMachine),
              "6 dimensions: a router in RTL (rtl.routers) has up to 4"));
  MachineConfig config = machine(2, 4, 2);
  config.nic.mtu = Bytes{2064};
  CHECK(names(rtl_nic_faults(config), "2064 B: a NIC in RTL (rtl.nics) has packets of up to 2048 B"));
  CHECK(rtl_router_faults(config).empty());
  config.nic.mtu = Bytes{48};
  CHECK(rtl_nic_longest_message(config) == Bytes{16U << 20});
}

}  // namespace tactus
