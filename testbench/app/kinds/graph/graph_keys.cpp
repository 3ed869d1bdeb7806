#include "testbench/app/kinds/graph/graph_keys.h"

#include <utility>

#include "testbench/app/scenario/key_groups.h"

namespace tactus {
namespace {

Condition of_graph(std::vector<GraphKind> kinds) {
  return only_with("network.graph", AT(network.graph.kind), std::move(kinds));
}

}  // namespace

std::vector<KeySpec> graph_keys() {
  const Condition trees = of_graph({GraphKind::kFatTree, GraphKind::kKaryNTree});
  const Condition grids = of_graph({GraphKind::kHyperX, GraphKind::kHyperCrossbar});
  const Condition groups = of_graph({GraphKind::kDragonfly, GraphKind::kFullMesh});
  const Condition with_hosts = of_graph({GraphKind::kDragonfly, GraphKind::kHyperX, GraphKind::kFullMesh});
  return on(
      on_network({kGraphName}),
      {key("network.graph", AT(network.graph.kind),
           "Graph whose cables join hosts, the nodes that have NICs, and switches; see graphs.md."),
       key("network.arity", AT(network.graph.arity),
           "Cables of a switch to either side of its level; on the top level of fat_tree, where all lead down, "
           "twice as many.",
           trees, at_least(1)),
       key("network.levels", AT(network.graph.levels), "Levels of switches.", of_graph({GraphKind::kKaryNTree}),
           range(1, 16)),
       key("network.sizes", AT(network.graph.sizes),
           "Grid of the switches (hyperx), all joined to all others of their rows, or of the hosts "
           "(hyper_crossbar), with a crossbar for each row.",
           grids),
       key("network.switches", AT(network.graph.switches),
           "Switches of each group (dragonfly), or of the whole network (full_mesh); each is joined to all "
           "others.",
           groups, at_least(1)),
       key("network.global_links", AT(network.graph.global_links),
           "Cables from each switch to other groups; the network has one group more than a group has such "
           "cables.",
           of_graph({GraphKind::kDragonfly}), at_least(1)),
       key("network.hosts", AT(network.graph.hosts), "Hosts at each switch.", with_hosts, at_least(1)),
       key("network.file", AT(graph_file), "File with a cable on each line (see graphs.md), relative to the scenario.",
           of_graph({GraphKind::kFile}), Required{}),
       key("faults.switches", AT(machine.faults.switches),
           "Switches whose cables carry nothing, from the beginning, by their numbers as nodes. Packets have to go "
           "round them as round `faults.cables`.")});
}

}  // namespace tactus
