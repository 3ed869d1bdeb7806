#include "rtl/twin/rtl_support.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hw/common/config_faults.h"
#include "hw/router/arbiter.h"
#include "rtl/twin/rtl_straps.h"
#include "rtl_variants.h"

namespace tactus {
namespace {

constexpr std::uint64_t kMostSlots = 512;

// What the RTL has widths for: rtl/common/flit_pkg.sv, rtl/nic/nic_pkg.sv.
constexpr std::uint64_t kMostNicFlits = 128;
constexpr std::uint64_t kMostNicPackets = std::uint64_t{1} << 20;
constexpr std::uint64_t kMostNicBytes = 0xFFFF'FFFF;

void check_dimensions(const MachineConfig& config, const char* part, const char* member, ConfigFaults& faults) {
  faults.require(config.network.dimensions() <= kRtlDimensions, "network.sizes",
                 "{} dimensions: a {} in RTL ({}) has up to {}", config.network.dimensions(), part, member,
                 kRtlDimensions);
}

void check_slots(Bytes buffer, const char* key, ConfigFaults& faults) {
  const std::uint64_t slots = buffer.count() / kFlitBytes.count();
  faults.require(slots <= kMostSlots, key, "{} flits: a router in RTL (rtl.routers) counts up to {}, {} B", slots,
                 kMostSlots, kMostSlots * kFlitBytes.count());
}

/// The first key by which `config` differs from all that are Verilated.
void check_variant(const MachineConfig& config, ConfigFaults& faults) {
  const int dimensions = config.network.dimensions();
  const int vcs = config.router.virtual_channels;
  const char* key = "network.sizes";
  std::vector<std::string> there;
  for (const RtlRouterVariant& router : rtl_routers()) {
    there.push_back(fmt::format("{}, {} and {}", router.dimensions, router.nics, router.virtual_channels));
    if (router.dimensions != dimensions) continue;
    if (router.nics == config.nics() && router.virtual_channels == vcs) return;
    key = router.nics == config.nics() ? "router.virtual_channels" : "nic.count";
  }
  faults.require(false, key, "{} dimensions, {} NICs and {} VCs: the routers in RTL (rtl.routers) have {}", dimensions,
                 config.nics(), vcs, fmt::join(there, "; "));
}

void check_nic_variant(const MachineConfig& config, ConfigFaults& faults) {
  const int vcs = config.router.virtual_channels;
  const char* key = "nic.count";
  std::vector<std::string> there;
  for (const RtlNicVariant& nic : rtl_nics()) {
    there.push_back(fmt::format("up to {} with {}", nic.nics, nic.virtual_channels));
    if (nic.nics < config.nics()) continue;
    if (nic.virtual_channels == vcs) return;
    key = "router.virtual_channels";
  }
  faults.require(false, key, "{} NICs with {} VCs: of those in RTL (rtl.nics) a node has {}", config.nics(), vcs,
                 fmt::join(there, "; "));
}

// Sizes of the NIC's tables, as in rtl/nic/nic_pkg.sv.
constexpr std::uint64_t kWriteTags = 512;
constexpr int kMostUnexpected = 32;
/// Flits of the shortest packet with payload.
constexpr std::uint64_t kShortestWrite = 3;

}  // namespace

const std::vector<RtlRouterVariant>& rtl_routers() {
#define TACTUS_ROUTER(D, N, V) {D, N, V},
  static const std::vector<RtlRouterVariant> kRouters = {TACTUS_RTL_ROUTERS(TACTUS_ROUTER)};
  return kRouters;
}

const std::vector<RtlNicVariant>& rtl_nics() {
#define TACTUS_NIC(N, V) {N, V},
  static const std::vector<RtlNicVariant> kNics = {TACTUS_RTL_NICS(TACTUS_NIC)};
  return kNics;
}

MachineConfig with_rtl_arbiter(MachineConfig config) {
  if (arbiter_strap(config.router)) return config;
  const ArbiterAges ages = policy(config.router.arbiter).ages;
  config.router.arbiter = ages == ArbiterAges::kNone        ? "round_robin"
                          : ages == ArbiterAges::kInjection ? "oldest_first"
                                                            : "first_come";
  return config;
}

std::vector<ConfigFault> rtl_router_faults(const MachineConfig& config, RtlSource source) {
  const RouterConfig& router = config.router;
  ConfigFaults faults;
  if (source == RtlSource::kProgram) check_variant(config, faults);
  if (source == RtlSource::kMachine) check_dimensions(config, "router", "rtl.routers", faults);
  check_slots(router.vc_buffer, "router.vc_buffer", faults);
  faults.require(arbiter_strap(router).has_value(), "router.arbiter", "a router in RTL (rtl.routers) has {}",
                 fmt::join(kRtlArbiters, ", "));
  faults.require(strap_of(router.routing, kRtlRoutings).has_value(), "router.routing",
                 "a router in RTL (rtl.routers) has {}", fmt::join(kRtlRoutings, " and "));
  faults.require(dateline_strap(router).has_value(), "router.dateline", "a router in RTL (rtl.routers) has {}",
                 fmt::join(kRtlDatelines, ", "));
  faults.require(tie_break_strap(router).has_value(), "router.tie_break", "a router in RTL (rtl.routers) has {}",
                 fmt::join(kRtlTieBreaks, " and "));
  faults.require(router.input_queue == InputQueueKind::kFifo, "router.input_queue",
                 "a router in RTL (rtl.routers) has fifo");
  // With FIFO queues `queue` is `vc`, but whoever says so means something else.
  faults.require(router.input_transfers != InputTransfers::kQueue, "router.input_transfers",
                 "a router in RTL (rtl.routers) has port and vc");
  faults.require(nomination_strap(router).has_value(), "router.input_nomination",
                 "a router in RTL (rtl.routers) has {}", fmt::join(kRtlNominations, ", "));
  faults.require(!router.has_classes(), "router.classes", "a router in RTL (rtl.routers) has packets of one class");
  faults.require(router.switch_hold == SwitchHold::kPacket, "router.switch_hold",
                 "a router in RTL (rtl.routers) has packet");
  faults.require(!config.link.differ_in_bandwidth(), "link.overrides",
                 "bandwidth: a router in RTL (rtl.routers) gives all links a flit per clock");
  faults.require(!config.faults.interrupt_links(),
                 config.faults.outages.empty() ? "faults.bit_error_rate" : "faults.outages",
                 "a router in RTL (rtl.routers) does not wait for its links");
  faults.require(config.faults.breaks.empty(), "faults.breaks",
                 "a router in RTL (rtl.routers) is not told that a cable breaks");
  check_slots(config.nic.receive_buffer, "nic.receive_buffer", faults);
  return faults.take();
}

std::vector<ConfigFault> rtl_nic_faults(const MachineConfig& config, RtlSource source) {
  ConfigFaults faults;
  const int vcs = config.router.virtual_channels;
  if (source == RtlSource::kProgram) check_nic_variant(config, faults);
  check_dimensions(config, "NIC", "rtl.nics", faults);
  faults.require(!config.router.has_classes(), "router.classes", "a NIC in RTL (rtl.nics) sends packets of one class");
  faults.require(config.nic.mtu.count() <= kMostNicFlits * kFlitBytes.count(), "nic.mtu",
                 "{} B: a NIC in RTL (rtl.nics) has packets of up to {} B", config.nic.mtu.count(),
                 kMostNicFlits * kFlitBytes.count());
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
  const int unexpected = config.nic.unexpected_entries;
  faults.require(unexpected >= 1 && unexpected <= kMostUnexpected, "nic.unexpected_entries",
                 "{}: a NIC in RTL (rtl.nics) keeps up to {} messages that wait for a receive: use 1 to {}", unexpected,
                 kMostUnexpected, kMostUnexpected);
  return faults.take();
}

Bytes rtl_nic_longest_message(const MachineConfig& config) {
  return std::min(Bytes{kMostNicBytes}, config.max_payload() * kMostNicPackets);
}

}  // namespace tactus
