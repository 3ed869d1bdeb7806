#include "hw/common/cable_check.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hw/common/unit_text.h"

namespace tactus {
namespace {

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

/// Those between two of `nodes` come twice.
std::vector<Cable> cables_of(const std::vector<Coordinate>& nodes, const MachineConfig& c) {
  std::vector<Cable> cables;
  for (const Coordinate node : nodes) {
    if (!c.network.contains(node)) continue;
    for (int port = 0; port < c.network.directions(); ++port) {
      const auto direction = static_cast<Direction>(port);
      if (c.network.has_link(node, direction)) cables.push_back({node, c.network.neighbour(node, direction)});
    }
  }
  return cables;
}

/// `named` knows the cables of the routers and switches in `parts`, which stand in `member`.
void know_cables_of_nodes(NamedCables& named, const std::string& member, const FailingParts& parts,
                          const MachineConfig& c) {
  named.know(member + ".switches", cables_of(parts.switches, c));
  named.know(member + ".routers", cables_of(parts.routers, c));
}

/// Routers and switches that are named: the network has them, and each is named once.
class NamedNodes {
 public:
  NamedNodes(const MachineConfig& c, ConfigFaults& faults) : network_(c.network), faults_(faults) {}

  /// The routers and switches in `parts`, which stand in `member`.
  void take(const std::string& member, const FailingParts& parts) {
    take(parts.switches, network_.hosts(), member + ".switches", "switch");
    const bool has_routers = parts.routers.empty() || !network_.is_graph();
    faults_.require(has_routers, member + ".routers", "a graph has switches: use {}.switches", member);
    if (has_routers) take(parts.routers, 0, member + ".routers", "node");
  }
  [[nodiscard]] int count() const { return static_cast<int>(named_.size()); }

 private:
  void take(const std::vector<Coordinate>& nodes, int first, const std::string& field, const char* what) {
    for (const Coordinate node : nodes) {
      const bool there = network_.contains(node) && network_.node(node) >= first;
      faults_.require(there, field, "{} is no {} of {}", network_.text(node), what, network_.text());
      if (!there) continue;
      const auto [before, fresh] = named_.emplace(network_.node(node), field);
      faults_.require(fresh, field, "{} is named twice{}", network_.text(node),
                      before->second == field ? "" : ", first by " + before->second);
    }
  }

  const NetworkShape& network_;
  ConfigFaults& faults_;
  std::map<int, std::string> named_;
};

/// Routers and switches that are dead or break.
void check_nodes(const MachineConfig& c, ConfigFaults& faults) {
  NamedNodes named(c, faults);
  named.take("faults", c.faults);
  const int dead = named.count();
  for (std::size_t i = 0; i < c.faults.breaks.size(); ++i) {
    named.take(fmt::format("faults.breaks[{}]", i), c.faults.breaks[i]);
  }
  if (c.network.is_graph()) return;
  const auto need_two = [&](int without, const char* field) {
    const int left = c.network.nodes() - without;
    faults.require(left >= 2, field, "{} of the {} nodes have a router that works: 2 or more are needed", left,
                   c.network.nodes());
    return left >= 2;
  };
  if (need_two(dead, "faults.routers")) need_two(named.count(), "faults.breaks");
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
  faults.require(!outage.empty(), member, "an outage is of cables: give cables, routers or switches");
  faults.require(outage.until > outage.from, member + ".until", "{}: must be after `from`, {}", time_text(outage.until),
                 time_text(outage.from));
  faults.require(outage.until < outage.from + c.clock.edge(kLongestOutage), member + ".until",
                 "{}: an outage lasts less than {:.3g} s ({} cycles); a cable that carries nothing from the beginning "
                 "stands in faults.cables",
                 time_text(outage.until), static_cast<double>(c.clock.edge(kLongestOutage).count()) * 1e-12,
                 kLongestOutage.count());
  NamedNodes nodes(c, faults);
  nodes.take("faults", c.faults);
  nodes.take(member, outage);
  NamedCables named(c.network, faults);
  know_cables_of_nodes(named, "faults", c.faults, c);
  know_cables_of_nodes(named, member, outage, c);
  named.know("faults.cables", c.faults.cables);
  named.take(member + ".cables", outage.cables);
}

void check_break(const MachineConfig& c, const LinkBreak& entry, const std::string& member, ConfigFaults& faults) {
  faults.require(!entry.empty(), member, "nothing breaks: give cables, routers or switches");
  faults.require(entry.at > Picoseconds{0}, member + ".at",
                 "{}: a cable that carries nothing from the beginning stands in faults.cables", time_text(entry.at));
  faults.require(c.router.switch_hold == SwitchHold::kPacket, member,
                 "what a cable has begun to carry passes whole: use router.switch_hold: packet");
}

void check_breaks(const MachineConfig& c, ConfigFaults& faults) {
  NamedCables named(c.network, faults);
  know_cables_of_nodes(named, "faults", c.faults, c);
  named.know("faults.cables", c.faults.cables);
  for (const LinkOutage& outage : c.faults.outages) named.know("faults.outages", outage.cables);
  const auto member_of = [](std::size_t i) { return fmt::format("faults.breaks[{}]", i); };
  for (std::size_t i = 0; i < c.faults.breaks.size(); ++i) {
    know_cables_of_nodes(named, member_of(i), c.faults.breaks[i], c);
  }
  for (std::size_t i = 0; i < c.faults.breaks.size(); ++i) {
    const std::string member = member_of(i);
    check_break(c, c.faults.breaks[i], member, faults);
    named.take(member + ".cables", c.faults.breaks[i].cables);
  }
}

void check_replay_buffer(Bytes size, const MachineConfig& c, ConfigFaults& faults) {
  constexpr const char* kField = "faults.replay_buffer";
  const std::uint64_t packet = static_cast<std::uint64_t>(c.max_packet_flits()) * kFlitBytes.count();
  faults.require(size.count() % kFlitBytes.count() == 0, kField, "{} B is not a whole number of {} B flits",
                 size.count(), kFlitBytes.count());
  faults.require(size.count() >= packet, kField,
                 "{} B cannot keep a packet of {} B, the largest, until it is acknowledged", size.count(), packet);
  faults.require(size.count() <= 1024 * 1024, kField, "{} B: at most 1 MiB", size.count());
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
  if (c.faults.replay_buffer) check_replay_buffer(*c.faults.replay_buffer, c, faults);
  faults.require(!c.faults.interrupt_links() || c.router.switch_hold == SwitchHold::kPacket,
                 c.faults.outages.empty() ? "faults.bit_error_rate" : "faults.outages",
                 "links repeat whole packets: use router.switch_hold: packet");
}

}  // namespace

void check_cables(const MachineConfig& c, ConfigFaults& faults) {
  check_nodes(c, faults);
  NamedCables named(c.network, faults);
  know_cables_of_nodes(named, "faults", c.faults, c);
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
  check_interruptions(c, faults);
  check_breaks(c, faults);
}

}  // namespace tactus
