#include "tlm_models/flow/flow_topology_config.h"

#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/config_faults.h"

namespace tactus {
namespace {

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
  CHECK(fields_at_fault(config) ==
        Fields{"dimensions", "dimensions", "link_bandwidth", "bandwidths", "bandwidths", "port.ports"});
}

TEST_CASE("Flow topology config: a torus says of each dimension whether it wraps, and names each once in its order",
          "[TOPOLOGY-12]") {
  FlowTopologyConfig config;
  config.dimensions = {4, 3, 2};
  config.wraps = {true, false};
  for (const auto& order : std::vector<std::vector<int>>{{0, 1}, {0, 1, 1}, {1, 2, 3}, {0, 1, 2, 2}}) {
    config.order = order;
    CHECK(fields_at_fault(config) == Fields{"wraps", "order"});
  }
  config.wraps.push_back(true);
  config.order = {2, 0, 1};
  CHECK(validate(config).empty());
}

TEST_CASE("Flow topology config: all faults of a tree are reported at once") {
  FlowTopologyConfig config;
  config.kind = FlowTopologyKind::kKaryNTree;
  config.arity = 0;
  config.levels = 21;
  config.bandwidths = {BytesPerSecond{1}};
  config.port.ports = 65;
  CHECK(fields_at_fault(config) == Fields{"arity", "levels", "bandwidths", "port.ports"});
}

TEST_CASE("Flow topology config: speeds are those of links that a torus, mesh or tree has", "[FLUID-32]") {
  FlowTopologyConfig config;
  config.wraps = {true, false};
  const auto faults_with = [&config](int node, std::size_t dimension, bool plus, std::uint64_t bandwidth = 1) {
    config.own_links = {{node, dimension, plus, BytesPerSecond{bandwidth}, Picoseconds{1}}};
    return fields_at_fault(config);
  };
  CHECK(faults_with(3, 0, true).empty());
  CHECK(faults_with(15, 0, true).empty());
  CHECK(faults_with(11, 1, true).empty());
  CHECK(faults_with(12, 1, true) == Fields{"own_links"});
  CHECK(faults_with(0, 1, false) == Fields{"own_links"});
  CHECK(faults_with(4, 1, false).empty());
  CHECK(faults_with(16, 0, true) == Fields{"own_links"});
  CHECK(faults_with(-1, 0, true) == Fields{"own_links"});
  CHECK(faults_with(0, 2, true) == Fields{"own_links"});
  CHECK(faults_with(0, 0, true, 0) == Fields{"own_links"});
  config.own_links.clear();
  config.extra_delays = {Picoseconds{1}, Picoseconds{2}};
  CHECK(validate(config).empty());
  config.extra_delays.emplace_back(3);
  CHECK(fields_at_fault(config) == Fields{"extra_delays"});
  config.extra_delays.resize(2);
  config.wraps.clear();
  config.kind = FlowTopologyKind::kHyperCrossbar;
  CHECK(fields_at_fault(config) == Fields{"extra_delays"});
  config.kind = FlowTopologyKind::kKaryNTree;
  config.levels = 2;
  CHECK(validate(config).empty());
  config.extra_delays.clear();
  CHECK(faults_with(15, 1, false).empty());
  CHECK(faults_with(16, 1, true) == Fields{"own_links"});
  CHECK(faults_with(15, 2, true) == Fields{"own_links"});
  config.kind = FlowTopologyKind::kFatTree;
  config.extra_delays = {Picoseconds{1}, Picoseconds{2}};
  CHECK(faults_with(127, 2, false) == Fields{"extra_delays"});
  config.extra_delays.emplace_back(3);
  CHECK(faults_with(127, 2, false).empty());
  CHECK(faults_with(128, 2, false) == Fields{"own_links"});
}

TEST_CASE("Flow topology config: a network has 2 to 1048576 nodes", "[TOPOLOGY-4]") {
  FlowTopologyConfig grid;
  for (const auto& dimensions :
       std::vector<std::vector<int>>{{1}, {1, 1}, {1024, 1025}, {2000000000, 2000000000}, {}}) {
    grid.dimensions = dimensions;
    CHECK(fields_at_fault(grid) == Fields{"dimensions"});
  }
  grid.dimensions = {1024, 1024};
  CHECK(validate(grid).empty());
  FlowTopologyConfig tree;
  tree.kind = FlowTopologyKind::kKaryNTree;
  tree.arity = 2;
  tree.levels = 20;
  CHECK(validate(tree).empty());
  tree.arity = 3;
  CHECK(fields_at_fault(tree) == Fields{"arity"});
  tree.arity = 1;
  CHECK(fields_at_fault(tree) == Fields{"arity"});
}

}  // namespace
}  // namespace tactus
