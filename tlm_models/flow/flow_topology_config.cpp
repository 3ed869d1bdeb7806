#include "tlm_models/flow/flow_topology_config.h"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "tlm_models/flow/fat_tree.h"
#include "tlm_models/flow/flow_torus.h"
#include "tlm_models/flow/hyper_crossbar.h"

namespace tactus {
namespace {

constexpr std::int64_t kMaxNodes = 1 << 20;
constexpr std::size_t kMaxDimensions = 16;
constexpr int kMaxLevels = 20;
constexpr int kMaxPorts = 64;

bool is_tree(FlowTopologyKind kind) {
  return kind == FlowTopologyKind::kFatTree || kind == FlowTopologyKind::kKaryNTree;
}

int level_count(const FlowTopologyConfig& c) { return c.kind == FlowTopologyKind::kFatTree ? 3 : c.levels; }

/// Dimensions of a grid, levels of a tree.
std::size_t groups_of(const FlowTopologyConfig& c) {
  return is_tree(c.kind) ? static_cast<std::size_t>(level_count(c)) : c.dimensions.size();
}

/// Above `kMaxNodes` the number only says so.
std::int64_t product(const std::vector<int>& factors) {
  std::int64_t nodes = 1;
  for (const int factor : factors) nodes = std::min(nodes * factor, kMaxNodes + 1);
  return nodes;
}

std::int64_t nodes_of(const FlowTopologyConfig& c) {
  if (!is_tree(c.kind)) return product(c.dimensions);
  std::vector<int> factors(static_cast<std::size_t>(level_count(c)), c.arity);
  if (c.kind == FlowTopologyKind::kFatTree) factors.push_back(2);
  return product(factors);
}

void check_tree(const FlowTopologyConfig& c, std::vector<ConfigFault>& faults) {
  const std::size_t before = faults.size();
  if (c.arity < 1 || c.arity > 1024) {
    faults.push_back({"arity", fmt::format("{} links: a switch has 1 to 1024 to either side", c.arity)});
  }
  if (c.kind == FlowTopologyKind::kKaryNTree && (c.levels < 1 || c.levels > kMaxLevels)) {
    faults.push_back({"levels", fmt::format("{} levels: a tree has 1 to {}", c.levels, kMaxLevels)});
  }
  if (faults.size() != before) return;
  const std::int64_t nodes = nodes_of(c);
  if (nodes < 2 || nodes > kMaxNodes) {
    faults.push_back({"arity", fmt::format("arity {} with {} levels makes {} nodes: a network has 2 to {}", c.arity,
                                           level_count(c), nodes < 2 ? "fewer than 2" : "too many", kMaxNodes)});
  }
}

void check_order(const FlowTopologyConfig& c, std::vector<ConfigFault>& faults) {
  const std::size_t dimensions = c.dimensions.size();
  if (!c.wraps.empty() && c.wraps.size() != dimensions) {
    faults.push_back({"wraps", fmt::format("{} entries for {} dimensions", c.wraps.size(), dimensions)});
  }
  std::vector<int> every(dimensions);
  std::iota(every.begin(), every.end(), 0);
  if (!c.order.empty() && !std::is_permutation(c.order.begin(), c.order.end(), every.begin(), every.end())) {
    faults.push_back({"order", fmt::format("give each of the {} dimensions once", dimensions)});
  }
}

void check_grid(const FlowTopologyConfig& c, std::vector<ConfigFault>& faults) {
  const std::size_t before = faults.size();
  if (c.dimensions.empty() || c.dimensions.size() > kMaxDimensions) {
    faults.push_back(
        {"dimensions", fmt::format("{} dimensions: a network has 1 to {}", c.dimensions.size(), kMaxDimensions)});
  }
  for (std::size_t d = 0; d < c.dimensions.size(); ++d) {
    if (c.dimensions[d] >= 1) continue;
    faults.push_back({"dimensions", fmt::format("dimension {} has {} nodes: at least 1", d, c.dimensions[d])});
  }
  check_order(c, faults);
  if (faults.size() != before) return;
  const std::int64_t nodes = nodes_of(c);
  if (nodes < 2 || nodes > kMaxNodes) {
    faults.push_back(
        {"dimensions", fmt::format("{} nodes: a network has 2 to {}", nodes < 2 ? "1" : "too many", kMaxNodes)});
  }
}

void check_bandwidths(const FlowTopologyConfig& c, std::vector<ConfigFault>& faults) {
  if (c.link_bandwidth.count() == 0) faults.push_back({"link_bandwidth", "must be above 0"});
  const std::size_t wanted = groups_of(c);
  if (!c.bandwidths.empty() && c.bandwidths.size() != wanted) {
    faults.push_back({"bandwidths", fmt::format("{} bandwidths for {} {}", c.bandwidths.size(), wanted,
                                                is_tree(c.kind) ? "levels" : "dimensions")});
  }
  for (const BytesPerSecond bandwidth : c.bandwidths) {
    if (bandwidth.count() == 0) faults.push_back({"bandwidths", "each must be above 0"});
  }
}

/// The topology has the link that `own` is about.
bool has_link(const FlowTopologyConfig& c, const FlowLinkSpeed& own) {
  if (own.node < 0 || own.node >= nodes_of(c) || own.dimension >= groups_of(c)) return false;
  if (is_tree(c.kind)) return true;
  int place = own.node;
  for (std::size_t d = 0; d < own.dimension; ++d) place /= c.dimensions[d];
  const int size = c.dimensions[own.dimension];
  const bool wraps = size > 1 && rings_of(c)[own.dimension];
  return wraps || place % size != (own.plus ? size - 1 : 0);
}

std::string missing_link(const FlowTopologyConfig& c, const FlowLinkSpeed& own) {
  if (is_tree(c.kind)) {
    return fmt::format("level {} has no link {} {}", own.dimension, own.node, own.plus ? "up" : "down");
  }
  return fmt::format("node {} has no {} link in dimension {}", own.node, own.plus ? "plus" : "minus", own.dimension);
}

void check_speeds(const FlowTopologyConfig& c, std::vector<ConfigFault>& faults) {
  if (c.extra_delays.empty() && c.own_links.empty()) return;
  if (c.kind == FlowTopologyKind::kHyperCrossbar) {
    const char* field = c.extra_delays.empty() ? "own_links" : "extra_delays";
    faults.push_back({field, "links of a hyper-crossbar cannot differ within a dimension"});
    return;
  }
  const char* groups = is_tree(c.kind) ? "levels" : "dimensions";
  if (!c.extra_delays.empty() && c.extra_delays.size() != groups_of(c)) {
    faults.push_back({"extra_delays", fmt::format("{} delays for {} {}", c.extra_delays.size(), groups_of(c), groups)});
  }
  for (const FlowLinkSpeed& own : c.own_links) {
    if (!has_link(c, own)) {
      faults.push_back({"own_links", missing_link(c, own)});
    }
    if (own.bandwidth.count() == 0) faults.push_back({"own_links", "a bandwidth must be above 0"});
  }
}

void check_ports(const FlowPortConfig& port, std::vector<ConfigFault>& faults) {
  if (port.ports >= 1 && port.ports <= kMaxPorts) return;
  faults.push_back({"port.ports", fmt::format("{} ports: a node has 1 to {}", port.ports, kMaxPorts)});
}

}  // namespace

std::vector<ConfigFault> validate(const FlowTopologyConfig& config) {
  std::vector<ConfigFault> faults;
  if (is_tree(config.kind)) {
    check_tree(config, faults);
  } else {
    check_grid(config, faults);
  }
  check_bandwidths(config, faults);
  if (faults.empty()) check_speeds(config, faults);
  check_ports(config.port, faults);
  return faults;
}

int node_count(const FlowTopologyConfig& config) { return static_cast<int>(nodes_of(config)); }

std::vector<bool> rings_of(const FlowTopologyConfig& config) {
  if (config.kind == FlowTopologyKind::kTorus && !config.wraps.empty()) return config.wraps;
  return std::vector<bool>(config.dimensions.size(), config.kind == FlowTopologyKind::kTorus);
}

BytesPerSecond bandwidth_of(const FlowTopologyConfig& config, std::size_t group) {
  return config.bandwidths.empty() ? config.link_bandwidth : config.bandwidths[group];
}

std::unique_ptr<FlowTopology> make_flow_topology(const FlowTopologyConfig& config) {
  switch (config.kind) {
    case FlowTopologyKind::kTorus:
    case FlowTopologyKind::kMesh:
      return std::make_unique<FlowTorus>(config);
    case FlowTopologyKind::kFatTree:
    case FlowTopologyKind::kKaryNTree:
      return std::make_unique<FatTree>(config);
    case FlowTopologyKind::kHyperCrossbar:
      return std::make_unique<HyperCrossbar>(config);
  }
  return nullptr;
}

}  // namespace tactus
