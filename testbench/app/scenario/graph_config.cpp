#include "testbench/app/scenario/graph_config.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "hw/common/config_faults.h"

namespace tactus {
namespace {

constexpr double kMostNodes = 65536;

/// Hosts, as a number that cannot overflow.
double hosts_of(const GraphConfig& graph) {
  const auto product = [&] {
    double all = 1;
    for (const int size : graph.sizes.list) all *= size;
    return all;
  };
  switch (graph.kind) {
    case GraphKind::kFatTree:
      return 2 * std::pow(graph.arity, 3);
    case GraphKind::kKaryNTree:
      return std::pow(graph.arity, graph.levels);
    case GraphKind::kDragonfly:
      return (double{1} * graph.switches * graph.global_links + 1) * graph.switches * graph.hosts;
    case GraphKind::kHyperX:
      return product() * graph.hosts;
    case GraphKind::kFullMesh:
      return double{1} * graph.switches * graph.hosts;
    case GraphKind::kHyperCrossbar:
      return product();
    case GraphKind::kFile:
      break;
  }
  return 0;
}

/// Cables at the node that has most of them.
double ports_of(const GraphConfig& graph) {
  double others = 0;  // in the rows of a switch
  for (const int size : graph.sizes.list) others += size - 1;
  switch (graph.kind) {
    case GraphKind::kFatTree:
      return 2.0 * graph.arity;
    case GraphKind::kKaryNTree:  // those of a top level lead down alone
      return (graph.levels == 1 ? 1.0 : 2.0) * graph.arity;
    case GraphKind::kDragonfly:
      return double{1} * graph.switches - 1 + graph.global_links + graph.hosts;
    case GraphKind::kHyperX:
      return others + graph.hosts;
    case GraphKind::kFullMesh:
      return double{1} * graph.switches - 1 + graph.hosts;
    case GraphKind::kHyperCrossbar:
      return *std::max_element(graph.sizes.list.begin(), graph.sizes.list.end());
    case GraphKind::kFile:
      break;
  }
  return 0;
}

/// The key whose value says most of how large the graph is.
const char* largest_key(GraphKind kind) {
  if (kind == GraphKind::kFatTree || kind == GraphKind::kKaryNTree) return "arity";
  return kind == GraphKind::kHyperX || kind == GraphKind::kHyperCrossbar ? "sizes" : "switches";
}

}  // namespace

std::vector<ConfigFault> validate(const GraphConfig& graph) {
  ConfigFaults faults;
  const bool of_sizes = graph.kind == GraphKind::kHyperX || graph.kind == GraphKind::kHyperCrossbar;
  for (std::size_t d = 0; of_sizes && d < graph.sizes.list.size(); ++d) {
    faults.require(graph.sizes.list[d] >= 2, "sizes[" + std::to_string(d) + "]", "{}: a dimension has 2 or more",
                   graph.sizes.list[d]);
  }
  faults.require(!of_sizes || !graph.sizes.list.empty(), "sizes", "no dimensions: give a list, as in [4, 4]");
  std::vector<ConfigFault> found = faults.take();
  if (!found.empty()) return found;
  const double hosts = hosts_of(graph);
  const double ports = ports_of(graph);
  faults.require(hosts >= 2, largest_key(graph.kind), "{} host: a network has two or more", hosts);
  faults.require(hosts <= kMostNodes, largest_key(graph.kind), "{} hosts: at most {} nodes in all", hosts, kMostNodes);
  faults.require(ports <= kMaxDirections, largest_key(graph.kind), "{} cables at a switch: it has ports for {}", ports,
                 kMaxDirections);
  return faults.take();
}

GraphParts parts_of(const GraphConfig& graph) {
  switch (graph.kind) {
    case GraphKind::kFatTree:
      return fat_tree(graph.arity);
    case GraphKind::kKaryNTree:
      return k_ary_n_tree(graph.arity, graph.levels);
    case GraphKind::kDragonfly:
      return dragonfly(graph.switches, graph.global_links, graph.hosts);
    case GraphKind::kHyperX:
      return hyperx(graph.sizes.list, graph.hosts);
    case GraphKind::kFullMesh:
      return hyperx({graph.switches}, graph.hosts);
    case GraphKind::kHyperCrossbar:
      return hyper_crossbar(graph.sizes.list);
    case GraphKind::kFile:
      break;
  }
  return {};
}

}  // namespace tactus
