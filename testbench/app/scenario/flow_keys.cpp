#include "testbench/app/scenario/flow_keys.h"

#include "testbench/app/scenario/key_spec.h"

namespace tactus {

std::vector<KeySpec> flow_keys() {
  using Kind = FlowTopologyKind;
  const auto topology = [](std::initializer_list<Kind> kinds) {
    return only_with("flow.topology", AT(flow.topology), kinds);
  };
  const Effect grid = topology({Kind::kTorus, Kind::kMesh, Kind::kHyperCrossbar});
  const Effect torus = topology({Kind::kTorus});
  const Effect tree = topology({Kind::kFatTree, Kind::kKaryNTree});
  const Effect leveled = topology({Kind::kKaryNTree});
  return when(
      only_with_ranks(),
      {
          key("flow.topology", AT(flow.topology),
              "Of the network; other levels have the machine's torus and no other."),
          when(grid,
               key("flow.dimensions", AT(flow.dimensions),
                   "Nodes in each dimension of a torus, mesh or hyper-crossbar; a torus can be that of the machine.")),
          key("flow.bandwidth", AT(flow.bandwidth),
              "Of every link, or one for each dimension, or one for each level from the nodes up; as `link.bandwidth` "
              "of "
              "the "
              "machine."),
          when(
              tree,
              key("flow.arity", AT(flow.arity),
                  "Trees: links of a switch to either side, p of the fat tree of 2 p^3 nodes, k of the k-ary n-tree.")),
          when(leveled, key("flow.levels", AT(flow.levels), "Levels of switches of the k-ary n-tree.")),
          when(grid,
               key("flow.port_links", AT(flow.port_links),
                   "Torus, mesh, hyper-crossbar: whether each NIC has a link of its own into the network and one out "
                   "of it.")),
          when(torus, key("flow.tie_break", AT(flow.tie_break),
                          "Torus: as `router.tie_break` says, or plus from even coordinates and minus from odd ones.")),
          key("flow.solver", AT(flow.solver), "How flows share links: exactly, or by the approximations of mfs."),
          when(only_with("flow.solver", AT(flow.solver), {FlowSolverKind::kMfsN}),
               key("flow.threshold", AT(flow.threshold),
                   "mfs_n: passes end when none changes the load of a link by more than this share of its bandwidth, "
                   "below "
                   "1.")),
          key("flow.resolution", AT(flow.resolution), "Shortest step of time; 0 is exact."),
          key("flow.latency_per_hop", AT(flow.latency_per_hop),
              "From a message's last byte leaving to its arrival; as the machine's routers and links have it, 0 in "
              "another "
              "network."),
          key("flow.latency_per_message", AT(flow.latency_per_message), "The same, once."),
      });
}

}  // namespace tactus
