#include <string>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/flow/route_links.h"
#include "tlm_models/flow/flow_topology_config.h"

namespace tactus {
namespace {

FlowTopologyConfig with_ports(FlowTopologyKind kind, std::uint64_t injection, std::uint64_t ejection) {
  FlowTopologyConfig config;
  config.kind = kind;
  config.port.ports = 4;
  config.port.injection_bandwidth = BytesPerSecond{injection};
  config.port.ejection_bandwidth = BytesPerSecond{ejection};
  return config;
}

TEST_CASE("Port links: a route begins at its source's port and ends at its destination's",
          "[TOPOLOGY-3][TOPOLOGY-11][FLUID-10]") {
  for (const auto kind : {FlowTopologyKind::kTorus, FlowTopologyKind::kMesh, FlowTopologyKind::kFatTree,
                          FlowTopologyKind::kKaryNTree, FlowTopologyKind::kHyperCrossbar}) {
    const auto bare = make_flow_topology(with_ports(kind, 0, 0));
    const auto ported = make_flow_topology(with_ports(kind, 1'000'000'000, 2'000'000'000));
    REQUIRE(ported->links() == bare->links() + 8 * bare->nodes());
    const auto inner = route_links(*bare, {3, 1}, {9, 2});
    const auto links = route_links(*ported, {3, 1}, {9, 2});
    REQUIRE(links.size() == inner.size() + 2);
    CHECK(std::vector<LinkId>(links.begin() + 1, links.end() - 1) == inner);
    CHECK(ported->link_name(links.front()) == "injection of node 3 port 1");
    CHECK(ported->bandwidth(links.front()) == Approx(1e-3));
    CHECK(ported->link_name(links.back()) == "ejection of node 9 port 2");
    CHECK(ported->bandwidth(links.back()) == Approx(2e-3));
    CHECK(ported->hops({3, 1}, {9, 2}) == bare->hops({3, 1}, {9, 2}));
  }
}

TEST_CASE("Port links: either kind may be left out", "[key:flow.port_links][TOPOLOGY-11][FLUID-10]") {
  const auto only_in = make_flow_topology(with_ports(FlowTopologyKind::kTorus, 1'000'000'000, 0));
  CHECK(route_names(*only_in, {0, 3}, {1, 2}) ==
        std::vector<std::string>{"injection of node 0 port 3", "(0,0) plus_x"});
  const auto only_out = make_flow_topology(with_ports(FlowTopologyKind::kTorus, 0, 1'000'000'000));
  CHECK(route_names(*only_out, {0, 3}, {1, 2}) ==
        std::vector<std::string>{"(0,0) plus_x", "ejection of node 1 port 2"});
}

}  // namespace
}  // namespace tactus
