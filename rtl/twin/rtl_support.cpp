#include "rtl/twin/rtl_support.h"

#include "hw/common/config_faults.h"

namespace tactus {
namespace {

constexpr std::uint64_t kMostSlots = 512;

void check_slots(Bytes buffer, const char* key, ConfigFaults& faults) {
  const std::uint64_t slots = buffer.count() / kFlitBytes.count();
  faults.require(slots <= kMostSlots, key, "{} flits: a router in RTL (rtl.routers) counts up to {}, {} B", slots,
                 kMostSlots, kMostSlots * kFlitBytes.count());
}

}  // namespace

std::vector<ConfigFault> rtl_router_faults(const MachineConfig& config) {
  const RouterConfig& router = config.router;
  ConfigFaults faults;
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
  faults.require(router.switch_hold == SwitchHold::kPacket, "router.switch_hold",
                 "a router in RTL (rtl.routers) has packet");
  check_slots(config.nic.receive_buffer, "nic.receive_buffer", faults);
  return faults.take();
}

}  // namespace tactus
