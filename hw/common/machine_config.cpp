#include "hw/common/machine_config.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hw/common/config_faults.h"
#include "hw/common/unit_text.h"

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

bool are_neighbours(const NetworkShape& network, Coordinate a, Coordinate b) {
  for (int port = 0; port < network.directions(); ++port) {
    const auto direction = static_cast<Direction>(port);
    if (network.has_link(a, direction) && network.neighbour(a, direction) == b) return true;
  }
  return false;
}

/// Cables that are named: each joins two neighbours, and is named once.
class NamedCables {
 public:
  NamedCables(const NetworkShape& network, ConfigFaults& faults) : network_(network), faults_(faults) {}

  /// Named elsewhere, where they are checked.
  void know(const std::string& field, const std::vector<Cable>& cables) {
    for (const Cable& cable : cables) {
      if (network_.contains(cable.from) && network_.contains(cable.to)) named_.emplace(ends_of(cable), field);
    }
  }
  void take(const std::string& field, const std::vector<Cable>& cables) {
    for (const Cable& cable : cables) take(field, cable);
  }

 private:
  [[nodiscard]] std::pair<int, int> ends_of(const Cable& cable) const {
    return std::minmax({network_.node(cable.from), network_.node(cable.to)});
  }
  bool is_node(const std::string& field, Coordinate node) {
    const bool there = network_.contains(node);
    faults_.require(there, field, "{} is no node of {}", network_.text(node), network_.text());
    return there;
  }
  void take(const std::string& field, const Cable& cable) {
    const auto& [from, to] = cable;
    const bool from_there = is_node(field, from);
    if (!is_node(field, to) || !from_there) return;
    faults_.require(are_neighbours(network_, from, to), field, "no cable joins {} and {}: name two neighbours",
                    network_.text(from), network_.text(to));
    const auto [before, fresh] = named_.emplace(ends_of(cable), field);
    faults_.require(fresh, field, "the cable between {} and {} is named twice{}", network_.text(from),
                    network_.text(to), before->second == field ? "" : ", first by " + before->second);
  }

  const NetworkShape& network_;
  ConfigFaults& faults_;
  std::map<std::pair<int, int>, std::string> named_;
};

/// Those between two dead switches come twice.
std::vector<Cable> cables_of_dead_switches(const MachineConfig& c) {
  std::vector<Cable> cables;
  for (const Coordinate node : c.faults.switches) {
    if (!c.network.contains(node)) continue;
    for (int port = 0; port < c.network.directions(); ++port) {
      const auto direction = static_cast<Direction>(port);
      if (c.network.has_link(node, direction)) cables.push_back({node, c.network.neighbour(node, direction)});
    }
  }
  return cables;
}

void check_switches(const MachineConfig& c, ConfigFaults& faults) {
  std::set<int> named;
  for (const Coordinate node : c.faults.switches) {
    const bool is_switch = c.network.contains(node) && c.network.node(node) >= c.network.hosts();
    faults.require(is_switch, "faults.switches", "{} is no switch of {}", c.network.text(node), c.network.text());
    if (!is_switch) continue;
    faults.require(named.insert(c.network.node(node)).second, "faults.switches", "{} is named twice",
                   c.network.text(node));
  }
}

void check_override(const MachineConfig& c, const LinkOverride& entry, const std::string& member,
                    ConfigFaults& faults) {
  const int dimensions = c.network.dimensions();
  faults.require(entry.cables.empty() == entry.dimension.has_value(), member,
                 "an override is for cables or for a dimension: give one of these keys");
  faults.require(!entry.dimension || !c.network.is_graph(), member + ".dimension",
                 "a graph has no dimensions: name cables");
  faults.require(!entry.dimension || (*entry.dimension >= 0 && *entry.dimension < dimensions), member + ".dimension",
                 "{}: the network has the dimensions 0 to {}", entry.dimension.value_or(0), dimensions - 1);
  faults.require(entry.bandwidth || entry.cable_delay, member, "nothing is overridden: give bandwidth or cable_delay");
  faults.require(!entry.cable_delay || c.link.switch_delay + *entry.cable_delay > Picoseconds{0},
                 member + ".cable_delay", "switch delay and cable delay are both 0: a link takes at least one cycle");
  if (!entry.bandwidth) return;
  const double own = static_cast<double>(entry.bandwidth->count()) * 1e-9;
  const double full = static_cast<double>(c.link.bandwidth.count()) * 1e-9;
  faults.require(entry.bandwidth->count() <= c.link.bandwidth.count(), member + ".bandwidth",
                 "{} GB/s: a router gives a link {} GB/s (link.bandwidth), a flit per clock, and no more", own, full);
  faults.require(entry.bandwidth->count() >= c.link.bandwidth.count() / kSlowestLink, member + ".bandwidth",
                 "{} GB/s: at least {} GB/s, 1/{} of link.bandwidth", own, full / kSlowestLink, kSlowestLink);
  faults.require(c.router.switch_hold == SwitchHold::kPacket, member + ".bandwidth",
                 "whole packets are held up by a slower link: use router.switch_hold: packet");
}

void check_outage(const MachineConfig& c, const LinkOutage& outage, const std::string& member, ConfigFaults& faults) {
  faults.require(!outage.cables.empty(), member, "an outage is of cables: give cables");
  faults.require(outage.until > outage.from, member + ".until", "{}: must be after `from`, {}", time_text(outage.until),
                 time_text(outage.from));
  faults.require(outage.until < outage.from + c.clock.edge(kLongestOutage), member + ".until",
                 "{}: an outage lasts less than {:.3g} s ({} cycles); a cable that carries nothing from the beginning "
                 "stands in faults.cables",
                 time_text(outage.until), static_cast<double>(c.clock.edge(kLongestOutage).count()) * 1e-12,
                 kLongestOutage.count());
  NamedCables named(c.network, faults);
  named.know("faults.switches", cables_of_dead_switches(c));
  named.know("faults.cables", c.faults.cables);
  named.take(member + ".cables", outage.cables);
}

/// Links repeat whole packets, and most of them arrive at the first attempt.
void check_interruptions(const MachineConfig& c, ConfigFaults& faults) {
  for (std::size_t i = 0; i < c.faults.outages.size(); ++i) {
    check_outage(c, c.faults.outages[i], fmt::format("faults.outages[{}]", i), faults);
  }
  const double most = 0.5 / (8.0 * static_cast<double>(c.nic.mtu.count()));
  faults.require(c.faults.bit_error_rate >= 0 && c.faults.bit_error_rate <= most, "faults.bit_error_rate",
                 "{}: with packets of {} B (nic.mtu) from 0 to {:.2g}, half an error for each packet",
                 c.faults.bit_error_rate, c.nic.mtu.count(), most);
  faults.require(!c.faults.interrupt_links() || c.router.switch_hold == SwitchHold::kPacket,
                 c.faults.outages.empty() ? "faults.bit_error_rate" : "faults.outages",
                 "links repeat whole packets: use router.switch_hold: packet");
}

void check_cables(const MachineConfig& c, ConfigFaults& faults) {
  check_switches(c, faults);
  NamedCables named(c.network, faults);
  named.know("faults.switches", cables_of_dead_switches(c));
  named.take("faults.cables", c.faults.cables);
  std::array<bool, kMaxDimensions> overridden{};
  for (std::size_t i = 0; i < c.link.overrides.size(); ++i) {
    const LinkOverride& entry = c.link.overrides[i];
    const std::string member = fmt::format("link.overrides[{}]", i);
    check_override(c, entry, member, faults);
    named.take(member + ".cables", entry.cables);
    if (!entry.dimension || *entry.dimension < 0 || *entry.dimension >= kMaxDimensions) continue;
    bool& before = overridden[static_cast<std::size_t>(*entry.dimension)];
    faults.require(!before, member + ".dimension", "dimension {} is overridden twice", *entry.dimension);
    before = true;
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
  faults.require(!c.memory.bandwidth || c.memory.bandwidth->count() > 0, "memory.bandwidth", "must be above 0");
  const std::uint64_t access = c.memory.access.count();
  faults.require(access >= 1 && access <= 4096 && (access & (access - 1)) == 0, "memory.access",
                 "{} B is no power of two from 1 B to 4 KiB", access);
}

}  // namespace

bool MachineConfig::has_link(Coordinate node, Direction direction) const {
  if (!network.has_link(node, direction)) return false;
  const Coordinate other = network.neighbour(node, direction);
  const auto is_dead = [&](Coordinate end) {
    return std::find(faults.switches.begin(), faults.switches.end(), end) != faults.switches.end();
  };
  return !is_dead(node) && !is_dead(other) &&
         std::none_of(faults.cables.begin(), faults.cables.end(),
                      [&](const Cable& cable) { return cable.joins(node, other); });
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
  check_interruptions(config, faults);
  check_router(config, faults);
  check_nic(config, faults);
  return faults.take();
}

}  // namespace tactus
