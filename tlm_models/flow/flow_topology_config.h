#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/common/units.h"
#include "tlm_models/flow/flow_topology.h"

namespace tactus {

enum class FlowTopologyKind : std::uint8_t { kTorus, kMesh, kFatTree, kKaryNTree, kHyperCrossbar };

/// Which way round a ring of n nodes, n even, a message goes to the node opposite.
enum class FlowTie : std::uint8_t {
  kPlus,       ///< the plus way
  kAlternate,  ///< plus from even coordinates, minus from odd ones: both ways are loaded alike
};

/// Links between nodes and switches in addition to those of the topology: one each way for every node and port.
struct FlowPortConfig {
  int ports = 1;                          ///< ports (DMA engines) of a node, 1..64
  BytesPerSecond injection_bandwidth{0};  ///< bandwidth of each port; 0: no such links
  BytesPerSecond ejection_bandwidth{0};   ///< bandwidth of each port; 0: no such links
};

/// A link that is unlike the others of its dimension or level.
struct FlowLinkSpeed {
  int node = 0;               ///< where it begins; in a tree its number among the links of the level and direction
  std::size_t dimension = 0;  ///< in a tree the level that it leads up from or down to, 0 for nodes
  bool plus = true;           ///< in a tree up
  BytesPerSecond bandwidth{0};
  Picoseconds extra_delay;  ///< FlowTopologyConfig::extra_delays
};

/// A topology of the flow level. Reference: docs/reference/flow_topologies.md.
struct FlowTopologyConfig {
  FlowTopologyKind kind = FlowTopologyKind::kTorus;
  /// Torus, mesh, hyper-crossbar: nodes in each dimension; node numbers count the first dimension fastest.
  std::vector<int> dimensions{4, 4};
  std::vector<bool> wraps;       ///< torus: by dimension, whether it is a ring and no row; empty: all of them
  std::vector<int> order;        ///< torus, mesh: dimensions as routes take them, each once; empty: from 0 on
  FlowTie tie = FlowTie::kPlus;  ///< torus
  int arity = 4;                 ///< trees: links of a switch to either side (p of the fat tree, k of the k-ary n-tree)
  int levels = 3;                ///< k-ary n-tree: levels of switches, n; the fat tree has three
  BytesPerSecond link_bandwidth{4'000'000'000};
  /// By dimension, or by level from the nodes up; empty: `link_bandwidth` everywhere.
  std::vector<BytesPerSecond> bandwidths;
  /// Delays of links beyond FlowTiming::latency_per_hop, by dimension or level; empty: none. No hyper-crossbar has
  /// them.
  std::vector<Picoseconds> extra_delays;
  std::vector<FlowLinkSpeed> own_links;  ///< torus, mesh, trees
  FlowPortConfig port;
};

/// Every fault of `config`, in the order of its members; empty if the topology can be built.
std::vector<ConfigFault> validate(const FlowTopologyConfig& config);
/// By dimension of a torus or mesh, whether it is a ring.
std::vector<bool> rings_of(const FlowTopologyConfig& config);
/// Bandwidth of the links of dimension or level `group`.
BytesPerSecond bandwidth_of(const FlowTopologyConfig& config, std::size_t group);
/// In the unit in which flows are calculated.
constexpr double bytes_per_picosecond(BytesPerSecond bandwidth) {
  return static_cast<double>(bandwidth.count()) * 1e-12;
}
/// Nodes of the topology; `config` is valid.
int node_count(const FlowTopologyConfig& config);
/// `config` is valid.
std::unique_ptr<FlowTopology> make_flow_topology(const FlowTopologyConfig& config);

}  // namespace tactus
