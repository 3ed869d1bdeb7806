#include "tlm_models/flow/flow_topology_config.h"

#include <string>
#include <vector>

#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

std::vector<std::string> faulty_keys(const FlowTopologyConfig& config) {
  std::vector<std::string> keys;
  for (const ConfigFault& fault : validate(config)) keys.push_back(fault.key);
  return keys;
}

TEST_CASE("Flow topology config: every kind is valid by default") {
  for (const auto kind : {FlowTopologyKind::kTorus, FlowTopologyKind::kMesh, FlowTopologyKind::kFatTree,
                          FlowTopologyKind::kKaryNTree, FlowTopologyKind::kHyperCrossbar}) {
    FlowTopologyConfig config;
    config.kind = kind;
    REQUIRE(validate(config).empty());
    CHECK(make_flow_topology(config)->nodes() == node_count(config));
  }
}

TEST_CASE("Flow topology config: all faults of a grid are reported at once") {
  FlowTopologyConfig config;
  config.dimensions = {4, 0, -1};
  config.link_bandwidth = BytesPerSecond{0};
  config.bandwidths = {BytesPerSecond{1}, BytesPerSecond{0}};
  config.port.ports = 0;
  CHECK(faulty_keys(config) == std::vector<std::string>{"topology.dimensions", "topology.dimensions",
                                                        "topology.link_bandwidth", "topology.bandwidths",
                                                        "topology.bandwidths", "topology.ports"});
}

TEST_CASE("Flow topology config: all faults of a tree are reported at once") {
  FlowTopologyConfig config;
  config.kind = FlowTopologyKind::kKaryNTree;
  config.arity = 0;
  config.levels = 21;
  config.bandwidths = {BytesPerSecond{1}};
  config.port.ports = 65;
  CHECK(faulty_keys(config) ==
        std::vector<std::string>{"topology.arity", "topology.levels", "topology.bandwidths", "topology.ports"});
}

TEST_CASE("Flow topology config: a network has 2 to 1048576 nodes", "[TOPOLOGY-4]") {
  FlowTopologyConfig grid;
  for (const auto& dimensions :
       std::vector<std::vector<int>>{{1}, {1, 1}, {1024, 1025}, {2000000000, 2000000000}, {}}) {
    grid.dimensions = dimensions;
    CHECK(faulty_keys(grid) == std::vector<std::string>{"topology.dimensions"});
  }
  grid.dimensions = {1024, 1024};
  CHECK(validate(grid).empty());
  FlowTopologyConfig tree;
  tree.kind = FlowTopologyKind::kKaryNTree;
  tree.arity = 2;
  tree.levels = 20;
  CHECK(validate(tree).empty());
  tree.arity = 3;
  CHECK(faulty_keys(tree) == std::vector<std::string>{"topology.arity"});
  tree.arity = 1;
  CHECK(faulty_keys(tree) == std::vector<std::string>{"topology.arity"});
}

}  // namespace
}  // namespace tactus
