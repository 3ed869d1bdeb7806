#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hw/common/machine_config.h"
#include "testbench/app/scenario/graph_config.h"
#include "tlm_models/flow/flow_network.h"
#include "tlm_models/flow/flow_topology_config.h"

namespace tactus {

enum class FlowSolverKind : std::uint8_t { kMaxMin, kMfsN, kMfsF };

/// Rule for the way round of a message if both ways are equally long.
enum class FlowTieBreak : std::uint8_t {
  kRouter,     ///< the machine's `RouterConfig::tie_break`
  kAlternate,  ///< FlowTie::kAlternate
};

/// Nodes in each dimension; empty: the machine's torus.
struct FlowDimensions {
  std::vector<int> sizes;
};
/// One for all links, or a list with one for each dimension or level; empty: the bandwidth of the machine's links.
struct FlowBandwidths {
  std::vector<BytesPerSecond> rates;
  bool is_list = false;
};
/// Nothing: what the machine's routers, links and NICs take.
struct FlowLatency {
  std::optional<Picoseconds> time;
};

/// How the flow level sees the network.
struct FlowConfig {
  FlowTopologyKind topology = FlowTopologyKind::kTorus;
  bool of_graph = false;  ///< the topology, `arity` and `levels` are those of the machine's graph
  FlowDimensions dimensions;
  FlowBandwidths bandwidth;
  int arity = 4;           ///< fat_tree, k_ary_n_tree: FlowTopologyConfig::arity
  int levels = 3;          ///< k_ary_n_tree
  bool port_links = true;  ///< torus, mesh, hyper_crossbar: each NIC has a link of its own each way
  FlowTieBreak tie_break = FlowTieBreak::kRouter;
  FlowSolverKind solver = FlowSolverKind::kMaxMin;
  double threshold = 0.01;  ///< mfs_n
  Picoseconds resolution{0};
  FlowLatency latency_per_hop;
  FlowLatency latency_per_message;

  /// The network is the machine's torus or tree, which other levels execute too.
  [[nodiscard]] bool of_machine() const {
    const bool torus = topology == FlowTopologyKind::kTorus && dimensions.sizes.empty() && bandwidth.rates.empty();
    return of_graph || torus;
  }
};

/// Has `flow` be on the tree that `graph` is; of other graphs it has none.
void take_graph(const GraphConfig& graph, FlowConfig& flow);
/// Everything about `flow` that cannot be built.
std::vector<ConfigFault> validate(const FlowConfig& flow, const MachineConfig& machine);

/// The network's topology. The functions from here on need a `flow` without faults.
FlowTopologyConfig topology_of(const FlowConfig& flow, const MachineConfig& machine);
/// How the nodes are numbered: on the grid of a topology that has two dimensions, in one row otherwise.
NetworkShape node_shape(const FlowConfig& flow, const MachineConfig& machine);
/// Bytes per picosecond that a DMA engine puts out at most: what the machine's memory gives it, if that is less than a
/// link.
double engine_limit(const FlowConfig& flow, const MachineConfig& machine);
/// Resolution and latencies. A machine's packet takes 4 cycles and its link's delay per hop; a message without payload
/// 5 cycles besides (docs/timing.md). Networks that are not the machine's have no latency unless one is given.
FlowTiming timing_of(const FlowConfig& flow, const MachineConfig& machine);

}  // namespace tactus
