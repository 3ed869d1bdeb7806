#include "rtl/twin/rtl_support.h"

#include <algorithm>

#include "hw/common/config_faults.h"
#include "rtl/twin/verilated_nic.h"

namespace tactus {
namespace {

// What the routers are Verilated for.
constexpr int kRtlRouterDimensions = 2;
constexpr int kRtlRouterNics = 4;
constexpr std::uint64_t kMostSlots = 512;

void check_slots(Bytes buffer, const char* key, ConfigFaults& faults) {
  const std::uint64_t slots = buffer.count() / kFlitBytes.count();
  faults.require(slots <= kMostSlots, key, "{} flits: a router in RTL (rtl.routers) counts up to {}, {} B", slots,
                 kMostSlots, kMostSlots * kFlitBytes.count());
}

// Sizes of the NIC's tables, as in rtl/nic/nic_pkg.sv.
constexpr std::uint64_t kWriteTags = 512;
constexpr int kMostUnexpected = 32;
/// Flits of the shortest packet with payload.
constexpr std::uint64_t kShortestWrite = 3;

}  // namespace

std::vector<ConfigFault> rtl_router_faults(const MachineConfig& config) {
  const RouterConfig& router = config.router;
  ConfigFaults faults;
  faults.require(config.network.dimensions() == kRtlRouterDimensions, "network.shape",
                 "{} dimensions: a router in RTL (rtl.routers) has {}", config.network.dimensions(),
                 kRtlRouterDimensions);
  faults.require(config.network.is_torus(), "network.wrap", "a router in RTL (rtl.routers) is one of a torus");
  faults.require(config.nics() == kRtlRouterNics, "nic.count",
                 "{} NICs: a router in RTL (rtl.routers) has ports for {}", config.nics(), kRtlRouterNics);
  faults.require(router.dimension_order.count == 0, "router.dimension_order",
                 "a router in RTL (rtl.routers) goes through the dimensions in the order of their numbers");
  faults.require(router.virtual_channels == 2 || router.virtual_channels == 4, "router.virtual_channels",
                 "{} VCs: a router in RTL (rtl.routers) has 2 or 4", router.virtual_channels);
  check_slots(router.vc_buffer, "router.vc_buffer", faults);
  faults.require(router.arbiter == ArbiterKind::kRoundRobin || router.arbiter == ArbiterKind::kOldestFirst,
                 "router.arbiter", "a router in RTL (rtl.routers) has round_robin and oldest_first");
  faults.require(router.input_queue == InputQueueKind::kFifo, "router.input_queue",
                 "a router in RTL (rtl.routers) has fifo");
  // With FIFO queues `queue` is `vc`, but whoever says so means something else.
  faults.require(router.input_transfers != InputTransfers::kQueue, "router.input_transfers",
                 "a router in RTL (rtl.routers) has port and vc");
  faults.require(router.input_nomination == InputNomination::kAny, "router.input_nomination",
                 "a router in RTL (rtl.routers) has any");
  faults.require(router.switch_hold == SwitchHold::kPacket, "router.switch_hold",
                 "a router in RTL (rtl.routers) has packet");
  faults.require(router.turnaround == Cycles{0}, "router.turnaround", "a router in RTL (rtl.routers) has none");
  check_slots(config.nic.receive_buffer, "nic.receive_buffer", faults);
  return faults.take();
}

std::vector<ConfigFault> rtl_nic_faults(const MachineConfig& config) {
  ConfigFaults faults;
  faults.require(config.nics() == kRtlNicEngines, "nic.count", "{} NICs: those in RTL (rtl.nics) come as {} of a node",
                 config.nics(), kRtlNicEngines);
  const int vcs = config.router.virtual_channels;
  faults.require(vcs == 2 || vcs == 4, "router.virtual_channels", "{} VCs: a NIC in RTL (rtl.nics) has 2 or 4", vcs);
  const auto check = [&faults](Bytes buffer, const char* key, std::uint64_t most) {
    const std::uint64_t slots = buffer.count() / kFlitBytes.count();
    faults.require(slots <= most, key, "{} flits: a NIC in RTL (rtl.nics) with so many VCs counts up to {}, {} B",
                   slots, most, most * kFlitBytes.count());
  };
  check(config.router.vc_buffer, "router.vc_buffer", kMostSlots);
  // Every packet in the receive buffers can be on its way to memory.
  const std::uint64_t writes_per_vc = kWriteTags / static_cast<std::uint64_t>(std::max(vcs, 1));
  check(config.nic.receive_buffer, "nic.receive_buffer",
        std::min(kMostSlots, kShortestWrite * (writes_per_vc + 1) - 1));
  faults.require(config.nic.unexpected_entries <= kMostUnexpected, "nic.unexpected_entries",
                 "{}: a NIC in RTL (rtl.nics) keeps up to {} messages that wait for a receive",
                 config.nic.unexpected_entries, kMostUnexpected);
  return faults.take();
}

}  // namespace tactus
