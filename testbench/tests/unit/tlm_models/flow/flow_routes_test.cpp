#include "tlm_models/flow/flow_routes.h"

#include <map>
#include <vector>

#include "hw/common/random.h"
#include "testbench/tests/support/catch.h"
#include "tlm_models/flow/flow_changes.h"

namespace tactus {
namespace {

std::vector<LinkId> links_of(LinkRuns runs) {
  std::vector<LinkId> links;
  for (const LinkRun& run : runs) {
    for (std::int32_t i = 0; i < run.count; ++i) links.push_back(run.first + i);
  }
  return links;
}

LinkRuns runs_of(const std::vector<LinkRun>& route) { return {route.data(), route.data() + route.size()}; }

TEST_CASE("Flow routes: each flow has the route it came with, and hops are those of all") {
  const RandomStream random(1, 0);
  std::uint64_t draw = 0;
  FlowRoutes routes;
  std::map<FlowId, std::vector<LinkId>> plain;
  for (int i = 0; i < 3'000; ++i) {
    const auto flow = static_cast<FlowId>(random.below(draw++, 40));
    if (plain.erase(flow) != 0) {
      routes.remove(flow);
    } else {
      std::vector<LinkRun> route;
      for (std::uint64_t runs = 1 + random.below(draw++, 9); runs > 0; --runs) {
        route.push_back(
            {static_cast<LinkId>(random.below(draw++, 100)), static_cast<int>(1 + random.below(draw++, 5))});
      }
      routes.add(flow, route);
      plain[flow] = links_of(runs_of(route));
    }
    std::int64_t hops = 0;
    for (const auto& [number, links] : plain) {
      REQUIRE(links_of(routes.runs_of(number)) == links);
      hops += static_cast<std::int64_t>(links.size());
    }
    REQUIRE(routes.hops() == hops);
  }
}

TEST_CASE("Flow changes: are kept in their order, with the routes of those that come and the state of those that go") {
  FlowChanges changes;
  const std::vector<LinkRun> first = {{3, 2}, {8, 1}};
  const std::vector<LinkRun> second = {{1, 1}};
  changes.comes(4, runs_of(first));
  changes.goes(4, true, 8, 0.5);
  changes.comes(2, runs_of(second));
  REQUIRE(changes.size() == 3);
  CHECK(changes[0].comes);
  CHECK(changes[0].flow == 4);
  CHECK(links_of(changes.route_of(changes[0])) == std::vector<LinkId>{3, 4, 8});
  CHECK_FALSE(changes[1].comes);
  CHECK(changes[1].rising);
  CHECK(changes[1].bottleneck == 8);
  CHECK(changes[1].rate == 0.5);
  CHECK(links_of(changes.route_of(changes[2])) == std::vector<LinkId>{1});
  changes.clear();
  CHECK(changes.size() == 0);
}

}  // namespace
}  // namespace tactus
