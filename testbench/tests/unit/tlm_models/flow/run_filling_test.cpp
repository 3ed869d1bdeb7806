#include "tlm_models/flow/run_filling.h"

#include <algorithm>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/flow/bare_links.h"
#include "testbench/tests/unit/tlm_models/flow/random_flows.h"
#include "tlm_models/flow/flow_topology_config.h"

namespace tactus {
namespace {

constexpr double kRounding = 4e-15;

/// Filling link by link, with nothing but the routes.
class PlainFilling {
 public:
  PlainFilling(const FlowTopology& topology, const std::vector<std::vector<LinkRun>>& routes) {
    for (LinkId link = 0; link < topology.links(); ++link) spare.push_back(topology.bandwidth(link));
    rising.resize(spare.size());
    holds.resize(spare.size());
    for (const std::vector<LinkRun>& route : routes) {
      on_way_.emplace_back();
      for (const LinkRun& run : route) {
        for (LinkId link = run.first; link < run.first + run.count; ++link) on_way_.back().push_back(link);
      }
      for (const LinkId link : on_way_.back()) {
        ++rising[static_cast<std::size_t>(link)];
        if (std::count(order_.begin(), order_.end(), link) == 0) order_.push_back(link);
      }
    }
  }

  /// Levels that it took.
  int fill(std::vector<RunFilling::Flow>& flows) {
    const auto rises = [](const RunFilling::Flow& flow) { return !flow.settled; };
    int levels = 0;
    for (double level = 0; std::any_of(flows.begin(), flows.end(), rises); ++levels) {
      level = std::max(level, lowest(flows));
      const double highest = level * (1 + kRounding);
      for (std::size_t flow = 0; flow < flows.size(); ++flow) {
        if (!flows[flow].settled && flows[flow].limit <= highest) {
          settle(flows, flow, flows[flow].limit, FlowSolver::kOwnLimit);
        }
      }
      for (const LinkId link : order_) {
        if (level_of(link) > highest) continue;
        for (std::size_t flow = 0; flow < flows.size(); ++flow) {
          if (!flows[flow].settled && passes(flow, link)) settle(flows, flow, level, link);
        }
      }
    }
    return levels;
  }

  std::vector<double> spare;
  std::vector<int> rising;
  std::vector<int> holds;

 private:
  [[nodiscard]] bool passes(std::size_t flow, LinkId link) const {
    return std::count(on_way_[flow].begin(), on_way_[flow].end(), link) != 0;
  }
  [[nodiscard]] double level_of(LinkId link) const {
    const auto index = static_cast<std::size_t>(link);
    return rising[index] == 0 ? FlowSolver::kUnlimited : spare[index] / rising[index];
  }
  [[nodiscard]] double lowest(const std::vector<RunFilling::Flow>& flows) const {
    double lowest = FlowSolver::kUnlimited;
    for (const RunFilling::Flow& flow : flows) lowest = std::min(lowest, flow.settled ? lowest : flow.limit);
    for (const LinkId link : order_) lowest = std::min(lowest, level_of(link));
    return lowest;
  }
  void settle(std::vector<RunFilling::Flow>& flows, std::size_t flow, double rate, LinkId link) {
    flows[flow].settled = true;
    flows[flow].rate = rate;
    flows[flow].bottleneck = link;
    if (link != FlowSolver::kOwnLimit) ++holds[static_cast<std::size_t>(link)];
    for (const LinkId passed : on_way_[flow]) {
      spare[static_cast<std::size_t>(passed)] -= rate;
      --rising[static_cast<std::size_t>(passed)];
    }
  }

  std::vector<std::vector<LinkId>> on_way_;  ///< by flow
  std::vector<LinkId> order_;                ///< as flows meet them
};

/// Holds RunFilling to the last bit of plain filling; whether it has filled them.
bool fills_alike(const FlowTopology& topology, const std::vector<std::vector<LinkRun>>& routes,
                 const std::vector<double>& limits) {
  FlowRoutes stored;
  std::vector<RunFilling::Flow> flows;
  for (std::size_t flow = 0; flow < routes.size(); ++flow) {
    stored.add(static_cast<FlowId>(flow), routes[flow]);
    flows.push_back({static_cast<FlowId>(flow), limits[flow]});
  }
  std::vector<RunFilling::Flow> expected = flows;
  PlainFilling plain(topology, routes);
  const int levels = plain.fill(expected);
  RunFilling filling(topology, kRounding);
  if (!filling.fill(stored, flows)) return false;
  CHECK(levels <= 4);
  for (std::size_t flow = 0; flow < flows.size(); ++flow) {
    REQUIRE(flows[flow].rate == expected[flow].rate);
    REQUIRE(flows[flow].bottleneck == expected[flow].bottleneck);
  }
  for (LinkId link = 0; link < topology.links(); ++link) {
    const auto index = static_cast<std::size_t>(link);
    REQUIRE(filling.spare(link) == plain.spare[index]);
    REQUIRE(filling.link(link).holds == plain.holds[index]);
  }
  return true;
}

TEST_CASE("Run filling: rates and bottlenecks are those of filling link by link to the last bit, random runs",
          "[SOLVER-1][SOLVER-5]") {
  int filled = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    CAPTURE(seed);
    const RandomFlows random(seed);
    if (fills_alike(BareLinks(random.bandwidths), random.routes, random.limits)) ++filled;
  }
  CHECK(filled > 100);
}

TEST_CASE("Run filling: the same for shifts on a torus, whose links are full together but for rounding",
          "[SOLVER-1][SOLVER-5]") {
  int filled = 0;
  for (const int side : {7, 24, 25}) {
    FlowTopologyConfig config;
    config.dimensions = {side, 3};
    config.link_bandwidth = BytesPerSecond{3'000'000'000};
    const auto topology = make_flow_topology(config);
    for (int shift = 1; shift < side; ++shift) {
      CAPTURE(side, shift);
      std::vector<std::vector<LinkRun>> routes;
      for (int node = 0; node < topology->nodes(); ++node) {
        for (const int to : {(node % side + shift) % side + node / side * side, (node + side) % (3 * side)}) {
          routes.emplace_back();
          topology->route({node}, {to}, routes.back());
        }
      }
      if (fills_alike(*topology, routes, std::vector<double>(routes.size(), FlowSolver::kUnlimited))) ++filled;
    }
  }
  CHECK(filled == 6 + 23 + 24);
}

TEST_CASE("Run filling: gives up where there are many levels") {
  // Link i has i + 1 flows.
  std::vector<std::vector<LinkRun>> routes;
  for (LinkId link = 0; link < 6; ++link) {
    for (int i = 0; i <= link; ++i) routes.push_back({{link, 1}});
  }
  const std::vector<double> limits(routes.size(), FlowSolver::kUnlimited);
  CHECK_FALSE(fills_alike(BareLinks(std::vector<double>(6, 1.0)), routes, limits));
}

}  // namespace
}  // namespace tactus
