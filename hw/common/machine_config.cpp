#include "hw/common/machine_config.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "hw/common/cable_check.h"
#include "hw/common/config_faults.h"

namespace tactus {
namespace {

constexpr std::int64_t kMostNodes = std::int64_t{1} << 20;
constexpr int kMostGraphNodes = 1 << 16;

/// "; leave it out: [4]" where sides of 1 are all that is wrong with `sizes`; empty otherwise.
std::string without_sides_of_one(const DimensionList<int>& sizes) {
  std::vector<int> others;
  std::copy_if(sizes.begin(), sizes.end(), std::back_inserter(others), [](int size) { return size != 1; });
  const bool valid = std::all_of(others.begin(), others.end(), [](int size) { return size >= 2 && size <= 256; });
  return others.empty() || !valid ? "" : fmt::format("; a side of 1 can be left out: [{}]", fmt::join(others, ", "));
}

void check_graph(const NetworkShape& network, ConfigFaults& faults) {
  faults.require(network.hosts() >= 2, "network", "{}: a network has two hosts or more", network.text());
  faults.require(network.nodes() <= kMostGraphNodes, "network", "{}: at most {} nodes in all", network.text(),
                 kMostGraphNodes);
  faults.require(network.directions() <= kMaxDirections, "network", "{} cables at a node: a router has ports for {}",
                 network.directions(), kMaxDirections);
}

void check_network(const MachineConfig& c, ConfigFaults& faults) {
  const NetworkShape& network = c.network;
  if (network.is_graph()) return check_graph(network, faults);
  faults.require(network.dimensions() >= 1, "network.sizes", "no dimensions: a network has 1 to {}", kMaxDimensions);
  std::int64_t nodes = 1;
  for (int d = 0; d < network.dimensions(); ++d) {
    const int size = network.size(d);
    const int most = most_nodes_along(network.dimensions());
    faults.require(size >= 2 && size <= most, fmt::format("network.sizes[{}]", d),
                   network.dimensions() <= 4
                       ? "{}: a dimension has 2 to {} nodes{}"
                       : "{}: each of more than four dimensions has 2 to {} nodes, which headers have room for{}",
                   size, most, size == 1 ? without_sides_of_one(network.sizes) : "");
    nodes *= std::clamp(size, 1, 256);
  }
  faults.require(nodes <= kMostNodes, "network.sizes", "{} nodes: a network has at most {}", nodes, kMostNodes);
  faults.require(network.wrap.count == 0 || network.wrap.count == network.dimensions(), "network.wrap",
                 "{} entries for {} dimensions: give one for each", network.wrap.count, network.dimensions());
}

/// GB/s of one flit per cycle.
double flit_rate(const Clock& clock) { return static_cast<double>(kFlitBytes.count()) * 1000.0 / clock.picoseconds(); }

void check_clock(const MachineConfig& c, ConfigFaults& faults) {
  const std::uint64_t period = c.clock.attoseconds();
  const bool possible = period / 1'000'000 >= kShortestClock && period <= kLongestClock;
  faults.require(possible, "clock",
                 "a flit of {} B in {} ps: a cycle takes {} ps to 1 s, and a link moves at most 4 TB/s",
                 kFlitBytes.count(), c.clock.picoseconds(), kShortestClock);
  faults.require(c.link.bandwidth.count() > 0, "link.bandwidth", "must be above 0");
  if (!possible || c.link.bandwidth.count() == 0) return;
  constexpr double kAgree = 0.001;
  const double rate = flit_rate(c.clock);
  const double given = static_cast<double>(c.link.bandwidth.count()) * 1e-9;
  faults.require(std::abs(given - rate) <= kAgree * rate, "link.bandwidth",
                 "{} GB/s, but one flit of {} B per clock of {} ps is {} GB/s: leave out `clock`, which then follows "
                 "from the bandwidth, or the bandwidth, or let them agree to 0.1 %",
                 given, kFlitBytes.count(), c.clock.picoseconds(), rate);
}

void check_link(const MachineConfig& c, ConfigFaults& faults) {
  const CableDelays& cables = c.link.cable_delay;
  faults.require(cables.count == 1 || cables.count == c.network.dimensions(), "link.cable_delay",
                 "{} delays for {} dimensions: give one for each, or one for all", cables.count,
                 c.network.dimensions());
  for (const Picoseconds cable : cables) {
    faults.require(c.link.switch_delay + cable > Picoseconds{0}, "link.cable_delay",
                   "switch delay and cable delay are both 0: a link takes at least one cycle");
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

/// A packet that enters a ring leaves room for one packet more.
void check_bubble(const MachineConfig& c, ConfigFaults& faults) {
  if (c.router.flow_control != FlowControl::kBubble || c.network.is_graph()) return;
  const std::uint64_t packet = ceil_div(c.nic.mtu.count(), kFlitBytes.count()) * kFlitBytes.count();
  for (int d = 0; d < c.network.dimensions(); ++d) {
    const bool ring = c.network.wrap.count == 0 || (d < c.network.wrap.count && c.network.wraps(d));
    if (!ring) continue;
    faults.require(c.router.vc_buffer.count() >= 2 * packet, "router.vc_buffer",
                   "{} B: with router.flow_control bubble a packet enters a ring only where two packets of {} B, the "
                   "largest, have room: use {} B or more",
                   c.router.vc_buffer.count(), packet, 2 * packet);
    return;
  }
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

bool is_class_name(const std::string& name) {
  const auto fits = [](unsigned char letter) {
    return std::isalnum(letter) != 0 || letter == '_' || letter == '-' || letter == '.';
  };
  return !name.empty() && std::all_of(name.begin(), name.end(), fits);
}

void check_class(const std::vector<MessageClass>& classes, std::size_t i, ConfigFaults& faults) {
  const MessageClass& each = classes[i];
  const std::string member = fmt::format("router.classes[{}]", i);
  faults.require(is_class_name(each.name), member + ".name", "'{}': a class has a name of letters, digits, _, - and .",
                 each.name);
  for (std::size_t before = 0; before < i; ++before) {
    faults.require(classes[before].name != each.name, member + ".name", "{}: the class before has this name too",
                   each.name);
  }
  faults.require(each.virtual_channels >= 1, member + ".virtual_channels", "{}: a class has 1 or more",
                 each.virtual_channels);
  faults.require(each.priority >= 0 && each.priority <= kMostPriority, member + ".priority", "{}: from 0 to {}",
                 each.priority, kMostPriority);
  faults.require(each.share >= 1 && each.share <= kMostShare, member + ".share", "{}: from 1 to {}", each.share,
                 kMostShare);
}

/// Classes have turns at outputs as whole packets, whichever input port they come from.
void check_classes(const RouterConfig& router, ConfigFaults& faults) {
  const std::vector<MessageClass>& classes = router.classes;
  std::vector<int> vcs;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    check_class(classes, i, faults);
    vcs.push_back(classes[i].virtual_channels);
  }
  const int sum = std::accumulate(vcs.begin(), vcs.end(), 0);
  faults.require(classes.empty() || sum == router.virtual_channels, "router.classes",
                 "the classes have {} = {} virtual channels, and router.virtual_channels is {}", fmt::join(vcs, " + "),
                 sum, router.virtual_channels);
  if (!router.has_classes()) return;
  faults.require(router.switch_hold == SwitchHold::kPacket, "router.switch_hold",
                 "flit: several classes have turns with whole packets: use packet");
  faults.require(router.input_nomination == "any", "router.input_nomination",
                 "{}: an input port would nominate packets of all classes by their age: use any, or leave out classes",
                 router.input_nomination.name());
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
  check_bubble(c, faults);
  faults.require(c.router.turnaround <= kMostTurnaround, "router.turnaround", "{} cycles: an output rests at most {}",
                 c.router.turnaround.count(), kMostTurnaround.count());
  faults.require(c.router.turnaround == Cycles{0} || c.router.switch_hold == SwitchHold::kPacket, "router.turnaround",
                 "{} cycles: it is whole packets that an output rests after: use router.switch_hold: packet",
                 c.router.turnaround.count());
  faults.require(is_order_of(c.router.dimension_order, c.network.dimensions()), "router.dimension_order",
                 "give each of the {} dimensions once", c.network.dimensions());
  check_classes(c.router, faults);
  const std::string& nomination = c.router.input_nomination.name();
  if (nomination == "any") return;
  faults.require(c.router.input_transfers == InputTransfers::kPort, "router.input_nomination",
                 "{}: an input port nominates one packet of all its VCs: use router.input_transfers: port", nomination);
  faults.require(c.router.switch_hold == SwitchHold::kPacket, "router.input_nomination",
                 "{}: whole packets are nominated: use router.switch_hold: packet", nomination);
}

void check_nic(const MachineConfig& c, ConfigFaults& faults) {
  faults.require(holds_nics(c), "nic.count", "{} NICs: a node has 1 to {}", c.nics(), kMaxNics);
  const std::uint64_t mtu = c.nic.mtu.count();
  faults.require(mtu >= 48 && mtu <= kMostPacketFlits * kFlitBytes.count() && mtu % kFlitBytes.count() == 0, "nic.mtu",
                 "{} B: packets are 48 B to {} B long, header included, in steps of {} B", mtu,
                 kMostPacketFlits * kFlitBytes.count(), kFlitBytes.count());
  faults.require(!c.nic.dma_rate || c.nic.dma_rate->count() > 0, "nic.dma_rate", "must be above 0");
  faults.require(c.nic.outstanding_reads >= 1 && c.nic.outstanding_reads <= 16, "nic.outstanding_reads",
                 "{} reads: an engine has 1 to 16 under way", c.nic.outstanding_reads);
  faults.require(c.nic.packet_buffers >= 1 && c.nic.packet_buffers <= 16, "nic.packet_buffers",
                 "{} buffers: an engine has 1 to 16", c.nic.packet_buffers);
  const bool are_counts = c.nic.packet_buffers >= 1 && c.nic.outstanding_reads <= 16;
  faults.require(!are_counts || c.nic.outstanding_reads <= c.nic.packet_buffers, "nic.outstanding_reads",
                 "{} reads: each needs a packet buffer, and more than nic.packet_buffers ({}) have no effect",
                 c.nic.outstanding_reads, c.nic.packet_buffers);
  check_buffer(c.nic.receive_buffer, "nic.receive_buffer", c, faults);
  faults.require(c.nic.unexpected_entries >= 0, "nic.unexpected_entries", "must not be negative");
  faults.require(!c.nic.class_queues || c.router.has_classes(), "nic.class_queues",
                 "true: there are queues for classes, and this machine has one: give several classes");
  faults.require(!c.memory.bandwidth || c.memory.bandwidth->count() > 0, "memory.bandwidth", "must be above 0");
  const std::uint64_t access = c.memory.access.count();
  faults.require(access >= 1 && access <= 4096 && (access & (access - 1)) == 0, "memory.access",
                 "{} B is no power of two from 1 B to 4 KiB", access);
}

}  // namespace

bool MachineConfig::has_link(Coordinate node, Direction direction) const {
  if (!network.has_link(node, direction)) return false;
  const Coordinate other = network.neighbour(node, direction);
  return !faults.have_cable(node, other);
}

bool MachineConfig::link_lasts(Coordinate node, Direction direction) const {
  if (!has_link(node, direction)) return false;
  const Coordinate other = network.neighbour(node, direction);
  return std::none_of(faults.breaks.begin(), faults.breaks.end(),
                      [&](const LinkBreak& each) { return each.close(node, other); });
}

std::vector<int> MachineConfig::idle_nodes() const {
  std::vector<int> nodes;
  const auto take = [&](const std::vector<Coordinate>& routers) {
    for (const Coordinate node : routers) nodes.push_back(network.node(node));
  };
  take(faults.routers);
  for (const LinkBreak& each : faults.breaks) take(each.routers);
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

int MachineConfig::replay_buffer_flits() const {
  constexpr Bytes kLargestBuffer{1024 * 1024};
  constexpr std::uint64_t kMost = kLargestBuffer.count() / kFlitBytes.count();
  const std::uint64_t enough =
      2 * static_cast<std::uint64_t>(max_packet_flits()) + 2 * longest_link_delay().count() + 1;
  if (faults.replay_buffer) return static_cast<int>(faults.replay_buffer->count() / kFlitBytes.count());
  return static_cast<int>(std::min(enough, kMost));
}

namespace {

/// What `entry` says in place of what `speed` has.
void apply(const LinkOverride& entry, const MachineConfig& config, LinkSpeed& speed) {
  if (entry.cable_delay) {
    speed.delay = config.clock.covering(config.link.switch_delay + *entry.cable_delay).count();
  }
  if (!entry.bandwidth) return;
  speed.full = config.link.bandwidth.count();
  speed.own = entry.bandwidth->count();
}

}  // namespace

LinkSpeed MachineConfig::link_speed(int dimension) const {
  LinkSpeed speed;
  speed.delay = clock.covering(link.switch_delay + link.cable_delay.in(dimension)).count();
  for (const LinkOverride& entry : link.overrides) {
    if (entry.dimension == dimension) apply(entry, *this, speed);
  }
  return speed;
}

LinkSpeed MachineConfig::link_speed(Coordinate node, Direction direction) const {
  LinkSpeed speed = link_speed(dimension_of(direction));
  const Coordinate other = network.neighbour(node, direction);
  for (const LinkOverride& entry : link.overrides) {
    for (const Cable& cable : entry.cables) {
      if (cable.joins(node, other)) apply(entry, *this, speed);
    }
  }
  return speed;
}

std::pair<Cycles, Cycles> MachineConfig::link_delay_range() const {
  std::vector<Picoseconds> cables(link.cable_delay.begin(), link.cable_delay.end());
  for (const LinkOverride& entry : link.overrides) {
    if (entry.cable_delay) cables.push_back(*entry.cable_delay);
  }
  const auto [least, most] = std::minmax_element(cables.begin(), cables.end());
  return {clock.covering(link.switch_delay + *least), clock.covering(link.switch_delay + *most)};
}

std::vector<ConfigFault> validate(const MachineConfig& config) {
  ConfigFaults faults;
  check_network(config, faults);
  check_clock(config, faults);
  check_link(config, faults);
  check_cables(config, faults);
  check_router(config, faults);
  check_nic(config, faults);
  return faults.take();
}

}  // namespace tactus
