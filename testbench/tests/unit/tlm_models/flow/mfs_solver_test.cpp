#include "tlm_models/flow/mfs_solver.h"

#include <algorithm>
#include <set>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/flow/listed_topology.h"
#include "testbench/tests/unit/tlm_models/flow/random_flows.h"

namespace tactus {
namespace {

constexpr double kUnlimited = FlowSolver::kUnlimited;
/// No ratio of small numbers, so that no link has just the threshold to spare, which rounding would decide.
constexpr double kThreshold = 0.0100716;

template <typename Visit>
void for_each_link(const RandomFlows& flows, std::size_t flow, Visit visit) {
  for (const LinkRun& run : flows.routes[flow]) {
    for (LinkId id = run.first; id < run.first + run.count; ++id) visit(static_cast<std::size_t>(id));
  }
}

/// Figure 1 of the paper, steps 2 to 5, as it stands there: all links and all flows in every pass.
std::vector<double> plain_mfs(const RandomFlows& flows, const MfsConfig& config) {
  const std::size_t links = flows.bandwidths.size();
  const std::vector<double> counts = flows.loads(std::vector<double>(flows.routes.size(), 1.0));
  std::vector<double> rates(flows.routes.size(), 0.0);
  std::vector<double> spare = flows.bandwidths;
  for (bool changes = true; changes;) {
    for (std::size_t flow = 0; flow < rates.size(); ++flow) {
      double least = flows.limits[flow];
      for_each_link(flows, flow,
                    [&](std::size_t link) { least = std::min(least, rates[flow] + spare[link] / counts[link]); });
      rates[flow] = least;
    }
    if (config.mode == MfsMode::kOnePass) break;
    const std::vector<double> loads = flows.loads(rates);
    changes = false;
    for (std::size_t link = 0; link < links; ++link) {
      const double now = flows.bandwidths[link] - loads[link];
      if (spare[link] - now > config.threshold * flows.bandwidths[link]) changes = true;
      spare[link] = now;
    }
  }
  return rates;
}

std::vector<double> rates_of(const RandomFlows& flows, const MfsConfig& config) {
  const ListedTopology topology(flows.bandwidths, flows.routes);
  MfsSolver solver(topology, config);
  for (std::size_t flow = 0; flow < flows.routes.size(); ++flow) {
    solver.add(static_cast<FlowId>(flow), flows.routes[flow], flows.limits[flow]);
  }
  solver.solve();
  std::vector<double> rates;
  for (std::size_t flow = 0; flow < flows.routes.size(); ++flow)
    rates.push_back(solver.rate(static_cast<FlowId>(flow)));
  return rates;
}

void require_equal(const std::vector<double>& rates, const std::vector<double>& expected) {
  for (std::size_t flow = 0; flow < rates.size(); ++flow) REQUIRE(rates[flow] == Approx(expected[flow]).epsilon(1e-9));
}

TEST_CASE("MFS solver: rates are those of the paper's loop on random networks",
          "[key:flow.solver][FLOW-11][FLOW-12][FLUID-19]") {
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    const RandomFlows flows(seed);
    for (const MfsMode mode : {MfsMode::kFull, MfsMode::kOnePass}) {
      for (const double threshold : {kThreshold, 9.7 * kThreshold}) {
        const MfsConfig config{mode, threshold};
        INFO("seed " << seed << ", threshold " << threshold);
        require_equal(rates_of(flows, config), plain_mfs(flows, config));
      }
    }
  }
}

TEST_CASE("MFS solver: neither mode ever overloads a link") {
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    const RandomFlows flows(seed);
    for (const MfsMode mode : {MfsMode::kFull, MfsMode::kOnePass}) {
      const std::vector<double> loads = flows.loads(rates_of(flows, {mode, 0.01}));
      for (std::size_t link = 0; link < loads.size(); ++link) {
        REQUIRE(loads[link] <= flows.bandwidths[link] * (1 + 1e-12));
      }
    }
  }
}

TEST_CASE("MFS solver: after mode N no flow is offered more than the threshold of any link of its route") {
  for (const double threshold : {1e-9, 0.01}) {
    for (std::uint64_t seed = 1; seed <= 500; ++seed) {
      const RandomFlows flows(seed);
      const std::vector<double> rates = rates_of(flows, {MfsMode::kFull, threshold});
      const std::vector<double> loads = flows.loads(rates);
      const std::vector<double> counts = flows.loads(std::vector<double>(rates.size(), 1.0));
      for (std::size_t flow = 0; flow < rates.size(); ++flow) {
        double offer = flows.limits[flow] - rates[flow];
        double narrowest = kUnlimited;
        for_each_link(flows, flow, [&](std::size_t link) {
          offer = std::min(offer, (flows.bandwidths[link] - loads[link]) / counts[link]);
          narrowest = std::min(narrowest, flows.bandwidths[link]);
        });
        REQUIRE(offer <= narrowest * (threshold + 1e-12));
      }
    }
  }
}

TEST_CASE("MFS solver: rates after flows have come and gone are those of the flows that are left") {
  for (const MfsMode mode : {MfsMode::kFull, MfsMode::kOnePass}) {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
      const RandomFlows all(seed);
      const RandomStream random(seed, 2);
      std::uint64_t draw = 0;
      const ListedTopology topology(all.bandwidths, all.routes);
      MfsSolver solver(topology, {mode, kThreshold});
      std::vector<double> known(all.routes.size(), -1.0);
      std::set<std::size_t> active;
      for (int round = 0; round < 20; ++round) {
        for (int change = 0; change < 5; ++change) {
          const auto flow = static_cast<std::size_t>(random.below(draw++, all.routes.size()));
          if (active.erase(flow) != 0) {
            solver.remove(static_cast<FlowId>(flow));
            known[flow] = -1;
          } else {
            solver.add(static_cast<FlowId>(flow), all.routes[flow], all.limits[flow]);
            active.insert(flow);
          }
        }
        std::set<FlowId> changed;
        for (const FlowId flow : solver.solve()) REQUIRE(changed.insert(flow).second);
        RandomFlows left(all);
        left.routes.clear();
        left.limits.clear();
        std::vector<double> rates;
        for (const std::size_t flow : active) {
          left.routes.push_back(all.routes[flow]);
          left.limits.push_back(all.limits[flow]);
          rates.push_back(solver.rate(static_cast<FlowId>(flow)));
          REQUIRE((rates.back() != known[flow]) == (changed.count(static_cast<FlowId>(flow)) == 1));
          known[flow] = rates.back();
        }
        require_equal(rates, plain_mfs(left, {mode, kThreshold}));
      }
    }
  }
}

RandomFlows listed(std::vector<double> bandwidths, std::vector<std::vector<LinkRun>> routes) {
  RandomFlows flows(1);
  flows.bandwidths = std::move(bandwidths);
  flows.limits.assign(routes.size(), kUnlimited);
  flows.routes = std::move(routes);
  return flows;
}

TEST_CASE("MFS solver: flows of one bottleneck share it equally, in both modes") {
  const RandomFlows flows = listed({0.003, 0.001}, {{{0, 2}}, {{0, 2}}, {{1, 1}}, {{1, 1}}});
  const std::vector<double> quarters(4, 0.00025);
  require_equal(rates_of(flows, {MfsMode::kOnePass, 0.01}), quarters);
  require_equal(rates_of(flows, {MfsMode::kFull, 0.01}), quarters);
}

TEST_CASE("MFS solver: only mode N hands out what a flow with a narrower link elsewhere leaves over",
          "[FLOW-11][FLOW-12]") {
  const RandomFlows flows = listed({0.001, 0.001}, {{{0, 2}}, {{0, 1}}, {{0, 1}}, {{1, 1}}});
  const double third = 0.001 / 3;
  require_equal(rates_of(flows, {MfsMode::kOnePass, 0.01}), {third, third, third, 0.0005});
  // The paper's example. What is left of the second link is halved in each pass: 1/6, 1/12, ... 1/192 of it, where it
  // changes by less than 1 %.
  require_equal(rates_of(flows, {MfsMode::kFull, 0.01}), {third, third, third, 2 * third - 0.001 / 192});
  require_equal(rates_of(flows, {MfsMode::kFull, 0}), {third, third, third, 2 * third});
}

TEST_CASE("MFS solver: on a parking lot the long flow halves every link with the short ones") {
  std::vector<std::vector<LinkRun>> routes = {{{0, 10}}};
  for (LinkId link = 0; link < 10; ++link) routes.push_back({{link, 1}});
  const RandomFlows flows = listed(std::vector<double>(10, 0.002), routes);
  require_equal(rates_of(flows, {MfsMode::kFull, 0.01}), std::vector<double>(11, 0.001));
}

TEST_CASE("MFS solver: what a flow with a limit leaves over goes to the others in mode N") {
  RandomFlows flows = listed({0.001}, {{{0, 1}}, {{0, 1}}, {{0, 1}}});
  flows.limits[0] = 0.0001;
  // 7/30 are left over by the first pass, a third of it by each further one of four.
  const double half_left = 0.001 * 7 / 30 / 81 / 2;
  require_equal(rates_of(flows, {MfsMode::kFull, 0.01}), {0.0001, 0.00045 - half_left, 0.00045 - half_left});
  require_equal(rates_of(flows, {MfsMode::kOnePass, 0.01}), {0.0001, 0.001 / 3, 0.001 / 3});
}

TEST_CASE("MFS solver: without anything left over mode N makes one pass, as mode F does") {
  const RandomFlows flows = listed({0.001, 0.001}, {{{0, 1}}, {{1, 1}}});
  const ListedTopology topology(flows.bandwidths, flows.routes);
  MfsSolver solver(topology, {MfsMode::kFull, 0.01});
  solver.add(0, flows.routes[0], kUnlimited);
  solver.add(1, flows.routes[1], kUnlimited);
  solver.solve();
  CHECK(solver.passes() == 1);
}

TEST_CASE("MFS solver: mode N counts its passes up to the one that changes less than the threshold",
          "[key:flow.threshold]") {
  const RandomFlows flows = listed({0.001, 0.001}, {{{0, 2}}, {{0, 1}}, {{0, 1}}, {{1, 1}}});
  const ListedTopology topology(flows.bandwidths, flows.routes);
  MfsSolver solver(topology, {MfsMode::kFull, 0.01});
  for (std::size_t flow = 0; flow < flows.routes.size(); ++flow) {
    solver.add(static_cast<FlowId>(flow), flows.routes[flow], kUnlimited);
  }
  solver.solve();
  CHECK(solver.passes() == 6);
}

}  // namespace
}  // namespace tactus
