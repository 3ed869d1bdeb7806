#include "testbench/app/scenario/flow_config.h"

#include <fmt/core.h>

#include <string>

#include "hw/common/link_speeds.h"

namespace tactus {
namespace {

bool is_grid(FlowTopologyKind kind) {
  return kind != FlowTopologyKind::kFatTree && kind != FlowTopologyKind::kKaryNTree;
}

/// The member of a FlowConfig that a member of its topology's configuration is made of.
std::string origin(const std::string& field) {
  if (field == "link_bandwidth" || field == "bandwidths") return "bandwidth";
  return field == "port.ports" ? "port_links" : field;
}

/// Shape and routes of the machine's network.
void take_network(const MachineConfig& machine, FlowTopologyConfig& config) {
  const NetworkShape& network = machine.network;
  const DimensionLetters& order = machine.router.dimension_order;
  config.dimensions.assign(network.sizes.begin(), network.sizes.end());
  for (int d = 0; d < network.dimensions(); ++d) config.wraps.push_back(network.wraps(d));
  config.order.assign(order.begin(), order.end());
}

BytesPerSecond bandwidth_of(const LinkSpeed& speed, const MachineConfig& machine) {
  return speed.slow() ? BytesPerSecond{speed.own} : machine.link.bandwidth;
}

std::size_t tree_levels(const FlowTopologyConfig& config) {
  return config.kind == FlowTopologyKind::kFatTree ? 3U : static_cast<std::size_t>(config.levels);
}

/// The link of a grid from a node in a direction.
FlowLinkSpeed link_of_grid(int node, Direction direction) {
  return {node, static_cast<std::size_t>(dimension_of(direction)), !is_negative(direction), {}, {}};
}

/// The link between two neighbours of a tree, with the number that the flow level gives it: links of a level are
/// numbered subtree by subtree, and within it by the switches above.
FlowLinkSpeed link_of_tree(const NetworkGraph& graph, int arity, int from, int to) {
  const bool up = graph.height(from) < graph.height(to);
  const auto place = [&](int node) {
    int first = node;
    while (first > 0 && graph.height(first - 1) == graph.height(node)) --first;
    return node - first;
  };
  const int lower = up ? from : to;
  const int level = graph.height(lower);
  int switches = 1;  // of a subtree, on the level of the lower node
  for (int l = 1; l < level; ++l) switches *= arity;
  const int above = level == 0 ? 1 : switches * arity;  // of a subtree, on the next level
  const int number = place(lower) / switches * above + place(up ? to : from) % above;
  return {number, static_cast<std::size_t>(level), up, {}, {}};
}

/// Bandwidths of the machine's links and, if `with_delays`, their delays, where they differ.
void take_speeds(const MachineConfig& machine, bool with_delays, FlowTopologyConfig& config) {
  const NetworkShape& network = machine.network;
  const std::uint64_t shortest = machine.shortest_link_delay().count();
  const bool delays_differ = with_delays && machine.longest_link_delay().count() != shortest;
  const auto extra = [&](const LinkSpeed& speed) {
    return delays_differ ? machine.clock.edge(Cycles{speed.delay - shortest}) : Picoseconds{0};
  };
  const bool grid = is_grid(config.kind);
  for (int d = 0; grid && d < network.dimensions(); ++d) {
    config.bandwidths.push_back(bandwidth_of(machine.link_speed(d), machine));
    if (delays_differ) config.extra_delays.push_back(extra(machine.link_speed(d)));
  }
  // No override names a dimension of a graph.
  if (!grid && delays_differ) config.extra_delays.assign(tree_levels(config), extra(machine.link_speed(0)));
  const LinkSpeeds speeds(machine);
  const auto take_links = [&](const Cable& cable, Coordinate from) {
    for (int port = 0; port < network.directions(); ++port) {
      const auto direction = static_cast<Direction>(port);
      if (!network.has_link(from, direction) || !cable.joins(from, network.neighbour(from, direction))) continue;
      const int node = network.node(from);
      const int other = network.node(network.neighbour(from, direction));
      FlowLinkSpeed own =
          grid ? link_of_grid(node, direction) : link_of_tree(*network.graph, config.arity, node, other);
      const LinkSpeed& speed = speeds.of(node, port);
      own.bandwidth = bandwidth_of(speed, machine);
      own.extra_delay = extra(speed);
      config.own_links.push_back(own);
    }
  };
  for (const LinkOverride& entry : machine.link.overrides) {
    for (const Cable& cable : entry.cables) {
      take_links(cable, cable.from);
      take_links(cable, cable.to);
    }
  }
}

/// The topology with all links of a dimension or level alike, which knows of the machine's network no more than its
/// shape.
FlowTopologyConfig network_of(const FlowConfig& flow, const MachineConfig& machine) {
  FlowTopologyConfig config;
  config.kind = flow.topology;
  config.dimensions = flow.dimensions.sizes;
  if (config.dimensions.empty()) take_network(machine, config);
  config.arity = flow.arity;
  config.levels = flow.levels;
  const std::vector<BytesPerSecond>& rates = flow.bandwidth.rates;
  config.link_bandwidth = rates.empty() ? machine.link.bandwidth : rates.front();
  if (rates.size() > 1 || flow.bandwidth.is_list) config.bandwidths = rates;
  if (flow.tie_break == FlowTieBreak::kAlternate) config.tie = FlowTie::kAlternate;
  if (is_grid(flow.topology) && flow.port_links) {
    config.port = {machine.nics(), config.link_bandwidth, config.link_bandwidth};
  }
  return config;
}

constexpr std::uint64_t kRouterStages = 4;
constexpr std::uint64_t kMessageCycles = 5;

}  // namespace

void take_graph(const GraphConfig& graph, FlowConfig& flow) {
  flow.of_graph = graph.kind == GraphKind::kFatTree || graph.kind == GraphKind::kKaryNTree;
  if (!flow.of_graph) return;
  flow.topology = graph.kind == GraphKind::kFatTree ? FlowTopologyKind::kFatTree : FlowTopologyKind::kKaryNTree;
  flow.arity = graph.arity;
  flow.levels = graph.levels;
}

std::vector<ConfigFault> validate(const FlowConfig& flow, const MachineConfig& machine) {
  std::vector<ConfigFault> faults;
  const bool needs_dimensions = is_grid(flow.topology) && flow.topology != FlowTopologyKind::kTorus;
  if (needs_dimensions && flow.dimensions.sizes.empty()) {
    faults.push_back({"dimensions", "only a torus can be that of the machine: give a list, as in [8, 8]"});
  } else {
    for (const ConfigFault& fault : validate(network_of(flow, machine))) {
      const bool is_machines = fault.field == "wraps" || fault.field == "order";  // whose faults are told there
      if (!is_machines) faults.push_back({origin(fault.field), fault.message});
    }
  }
  if (flow.threshold >= 1) {
    faults.push_back({"threshold", fmt::format("{}: a share of a link's bandwidth, below 1", flow.threshold)});
  }
  return faults;
}

FlowTopologyConfig topology_of(const FlowConfig& flow, const MachineConfig& machine) {
  FlowTopologyConfig config = network_of(flow, machine);
  if (flow.of_machine()) take_speeds(machine, !flow.latency_per_hop.time, config);
  return config;
}

NetworkShape node_shape(const FlowConfig& flow, const MachineConfig& machine) {
  if (is_grid(flow.topology) && flow.dimensions.sizes.empty()) return machine.network.without_switches();
  const FlowTopologyConfig topology = network_of(flow, machine);
  const std::vector<int>& sizes = topology.dimensions;
  if (!is_grid(flow.topology) || sizes.size() > kMaxDimensions) return NetworkShape::of_numbers(node_count(topology));
  NetworkShape shape{};
  shape.sizes = {};
  for (const int size : sizes) shape.sizes.push_back(size);
  return shape;
}

double engine_limit(const FlowConfig& flow, const MachineConfig& machine) {
  const double engine = bytes_per_picosecond(machine.dma_rate());
  const double link = bytes_per_picosecond(network_of(flow, machine).link_bandwidth);
  return flow.of_machine() && engine < link ? engine : FlowSolver::kUnlimited;
}

FlowTiming timing_of(const FlowConfig& flow, const MachineConfig& machine) {
  const auto or_machine = [&](const FlowLatency& latency, Cycles cycles) {
    return latency.time.value_or(flow.of_machine() ? machine.clock.edge(cycles) : Picoseconds{0});
  };
  const Cycles shortest = machine.shortest_link_delay();
  const Cycles hop = shortest + Cycles{kRouterStages};
  // Between switches a tree has one link less than on the whole way.
  const Cycles message = Cycles{kMessageCycles} + (flow.of_graph ? hop : Cycles{0});
  return {flow.resolution, or_machine(flow.latency_per_hop, hop), or_machine(flow.latency_per_message, message)};
}

}  // namespace tactus
