#include "hw/common/machine_config.h"

#include <algorithm>

#include "hw/common/config_faults.h"

namespace tactus {
namespace {

double ns(Picoseconds time) { return static_cast<double>(time.count()) / 1000.0; }

constexpr std::int64_t kMostNodes = std::int64_t{1} << 20;

void check_network(const MachineConfig& c, ConfigFaults& faults) {
  const NetworkShape& network = c.network;
  faults.require(network.dimensions() >= 1, "network.sizes", "no dimensions: a network has 1 to {}", kMaxDimensions);
  std::int64_t nodes = 1;
  for (int d = 0; d < network.dimensions(); ++d) {
    const int size = network.size(d);
    faults.require(size >= 2 && size <= 256, fmt::format("network.sizes[{}]", d), "{}: a dimension has 2 to 256 nodes",
                   size);
    nodes *= std::clamp(size, 1, 256);
  }
  faults.require(nodes <= kMostNodes, "network.sizes", "{} nodes: a network has at most {}", nodes, kMostNodes);
  faults.require(network.wrap.count == 0 || network.wrap.count == network.dimensions(), "network.wrap",
                 "{} entries for {} dimensions: give one for each", network.wrap.count, network.dimensions());
}

void check_link(const MachineConfig& c, ConfigFaults& faults) {
  const std::uint64_t clock = c.clock.count();
  faults.require(clock >= 2 && clock % 2 == 0, "clock",
                 "{} ps: the period must be an even number of picoseconds, at least 2", clock);
  if (clock == 0) return;
  const unsigned __int128 bytes_per_cycle_e12 = static_cast<unsigned __int128>(c.link.bandwidth.count()) * clock;
  faults.require(bytes_per_cycle_e12 == static_cast<unsigned __int128>(kFlitBytes.count()) * 1'000'000'000'000U,
                 "link.bandwidth",
                 "a link moves one flit of {} B per clock of {} ns, that is {} GB/s: clock and bandwidth go together",
                 kFlitBytes.count(), ns(c.clock), static_cast<double>(kFlitBytes.count()) / ns(c.clock));
  const CableDelays& cables = c.link.cable_delay;
  faults.require(cables.count == 1 || cables.count == c.network.dimensions(), "link.cable_delay",
                 "{} delays for {} dimensions: give one for each, or one for all", cables.count,
                 c.network.dimensions());
  for (const Picoseconds cable : cables) {
    const Picoseconds delay = c.link.switch_delay + cable;
    faults.require(
        delay.count() % clock == 0 && delay.count() > 0, "link.cable_delay",
        "switch delay {} ns + cable delay {} ns = {} ns is not a whole number (at least 1) of cycles of {} ns",
        ns(c.link.switch_delay), ns(cable), ns(delay), ns(c.clock));
  }
}

void check_buffer(Bytes size, const char* field, const MachineConfig& c, ConfigFaults& faults) {
  faults.require(size.count() % kFlitBytes.count() == 0, field, "{} B is not a whole number of {} B flits",
                 size.count(), kFlitBytes.count());
  const std::uint64_t packet = ceil_div(c.nic.mtu.count(), kFlitBytes.count()) * kFlitBytes.count();
  faults.require(size.count() >= packet, field,
                 "{} B cannot hold a packet of {} B, the largest, and virtual cut-through grants whole packets",
                 size.count(), packet);
  faults.require(size.count() <= 1024 * 1024, field, "{} B: at most 1 MiB", size.count());
}

bool holds_nics(const MachineConfig& c) { return c.nics() >= 1 && c.nics() <= kMaxNics; }

bool is_order_of(const DimensionList<int>& order, int dimensions) {
  if (order.count == 0) return true;
  unsigned seen = 0;
  for (const int dimension : order) {
    if (dimension >= 0 && dimension < dimensions) seen |= 1U << dimension;
  }
  return order.count == dimensions && seen == (1U << dimensions) - 1;
}

void check_router(const MachineConfig& c, ConfigFaults& faults) {
  const int vcs = c.router.virtual_channels;
  faults.require(vcs >= 1 && vcs <= kMaxVirtualChannels, "router.virtual_channels", "{} VCs: a router has 1 to {}", vcs,
                 kMaxVirtualChannels);
  if (vcs >= 1 && vcs <= kMaxVirtualChannels && holds_nics(c)) {
    const int ports = c.ports().count();
    faults.require(ports * vcs <= kMaxInputVcs, "router.virtual_channels",
                   "{} VCs at each of {} ports are {}: a router has at most {}", vcs, ports, ports * vcs, kMaxInputVcs);
  }
  check_buffer(c.router.vc_buffer, "router.vc_buffer", c, faults);
  faults.require(c.router.turnaround <= kMostTurnaround, "router.turnaround", "{} cycles: an output rests at most {}",
                 c.router.turnaround.count(), kMostTurnaround.count());
  faults.require(c.router.turnaround == Cycles{0} || c.router.switch_hold == SwitchHold::kPacket, "router.turnaround",
                 "{} cycles: it is whole packets that an output rests after: use router.switch_hold: packet",
                 c.router.turnaround.count());
  faults.require(is_order_of(c.router.dimension_order, c.network.dimensions()), "router.dimension_order",
                 "give each of the {} dimensions once", c.network.dimensions());
  if (c.router.input_nomination == InputNomination::kAny) return;
  faults.require(c.router.input_transfers == InputTransfers::kPort, "router.input_nomination",
                 "oldest: an input port nominates one packet of all its VCs: use router.input_transfers: port");
  faults.require(c.router.switch_hold == SwitchHold::kPacket, "router.input_nomination",
                 "oldest: whole packets are nominated: use router.switch_hold: packet");
}

void check_nic(const MachineConfig& c, ConfigFaults& faults) {
  faults.require(holds_nics(c), "nic.count", "{} NICs: a node has 1 to {}", c.nics(), kMaxNics);
  const std::uint64_t mtu = c.nic.mtu.count();
  faults.require(mtu >= 48 && mtu <= 2048 && mtu % kFlitBytes.count() == 0, "nic.mtu",
                 "{} B: packets are 48 B to 2 KiB long, header included, in steps of {} B", mtu, kFlitBytes.count());
  faults.require(c.nic.dma_rate.count() > 0, "nic.dma_rate", "must be above 0");
  faults.require(c.nic.outstanding_reads >= 1 && c.nic.outstanding_reads <= 16, "nic.outstanding_reads",
                 "{} reads: an engine has 1 to 16 under way", c.nic.outstanding_reads);
  faults.require(c.nic.packet_buffers >= 1 && c.nic.packet_buffers <= 16, "nic.packet_buffers",
                 "{} buffers: an engine has 1 to 16", c.nic.packet_buffers);
  check_buffer(c.nic.receive_buffer, "nic.receive_buffer", c, faults);
  faults.require(c.nic.unexpected_entries >= 1, "nic.unexpected_entries", "must be at least 1");
  faults.require(c.memory.bandwidth.count() > 0, "memory.bandwidth", "must be above 0");
  const std::uint64_t access = c.memory.access.count();
  faults.require(access >= 1 && access <= 4096 && (access & (access - 1)) == 0, "memory.access",
                 "{} B is no power of two from 1 B to 4 KiB", access);
}

}  // namespace

std::array<std::uint64_t, kMaxDirections> MachineConfig::link_delays() const {
  std::array<std::uint64_t, kMaxDirections> delays{};
  for (int port = 0; port < network.directions(); ++port) {
    delays[static_cast<std::size_t>(port)] = link_delay(dimension_of(static_cast<Direction>(port))).count();
  }
  return delays;
}

Cycles MachineConfig::shortest_link_delay() const {
  const auto delays = link.cable_delay;
  return cycles_covering(link.switch_delay + *std::min_element(delays.begin(), delays.end()), clock);
}

Cycles MachineConfig::longest_link_delay() const {
  const auto delays = link.cable_delay;
  return cycles_covering(link.switch_delay + *std::max_element(delays.begin(), delays.end()), clock);
}

std::vector<ConfigFault> validate(const MachineConfig& config) {
  ConfigFaults faults;
  check_network(config, faults);
  check_link(config, faults);
  check_router(config, faults);
  check_nic(config, faults);
  return faults.take();
}

std::vector<ConfigFault> validate(const PacingConfig& pacing) {
  ConfigFaults faults;
  faults.require(pacing.window >= 0 && pacing.window <= kMaxPaceWindow, "window",
                 "{} packets: the register holds 0 (off) to {}", pacing.window, kMaxPaceWindow);
  faults.add("control", validate(pacing.control));
  faults.require(pacing.control.kind != ControlKind::kPieces || pacing.window == 0, "window",
                 "with control: pieces messages can wait in a circle, each for the other half of its exchange while it "
                 "keeps pieces that others need; use window: 0");
  return faults.take();
}

}  // namespace tactus
