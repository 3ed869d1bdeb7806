#include <algorithm>
#include <cmath>
#include <string>

#include "testbench/app/process/own_process.h"
#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/flow_sends.h"
#include "testbench/tests/support/simgrid_sends.h"
#include "tlm_models/flow/flow_topology_config.h"

namespace tactus {
namespace {

FlowSends random_sends(Dice& dice, int nodes, int messages) {
  FlowSends sends;
  for (int node = 0; node < nodes; ++node) {
    sends.by_node.emplace_back();
    for (int i = 0; i < messages; ++i) {
      FlowSend send;
      send.to = (node + dice.between(1, nodes - 1)) % nodes;
      send.bytes = static_cast<std::uint64_t>(dice.between(1'000, 50'000));
      sends.by_node.back().push_back(send);
    }
  }
  return sends;
}

/// Largest relative difference between both simulators' ends of the same message.
double difference_from_simgrid(const FlowTopologyConfig& config, const FlowSends& sends) {
  const auto topology = make_flow_topology(config);
  const FlowSendTimes flow = send_by_flow_network(*topology, sends);
  const FlowSendTimes simgrid = send_by_simgrid(*topology, sends);
  double largest = 0;
  for (std::size_t node = 0; node < flow.ends.size(); ++node) {
    if (flow.ends[node].size() != simgrid.ends[node].size()) return 1;
    for (std::size_t i = 0; i < flow.ends[node].size(); ++i) {
      largest = std::max(largest, std::abs(flow.ends[node][i] / simgrid.ends[node][i] - 1));
    }
  }
  return largest;
}

/// SimGrid's engine lives once in a process.
double difference_in_own_process(const FlowTopologyConfig& config, const FlowSends& sends) {
  return std::stod(in_own_process([&] { return std::to_string(difference_from_simgrid(config, sends) * 1e9); })) * 1e-9;
}

TEST_CASE("MaxMinSolver: messages of random sizes and destinations end when SimGrid says so") {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    Dice dice(seed);
    FlowTopologyConfig config;
    config.dimensions = {dice.between(2, 6), dice.between(2, 6)};
    config.link_bandwidth = BytesPerSecond{1'000'000'000};
    config.bandwidths = {BytesPerSecond{1'000'000'000},
                         BytesPerSecond{dice.chance(50) ? 1'000'000'000U : 700'000'000U}};
    if (dice.chance(50)) config.kind = FlowTopologyKind::kMesh;
    CAPTURE(seed);
    CHECK(difference_in_own_process(config, random_sends(dice, node_count(config), 3)) < 1e-6);
  }
}

TEST_CASE("MaxMinSolver: on a shuffled fat tree messages end when SimGrid says so") {
  FlowTopologyConfig config;
  config.kind = FlowTopologyKind::kFatTree;
  config.arity = 3;
  config.link_bandwidth = BytesPerSecond{1'000'000'000};
  Dice dice(5);
  CHECK(difference_in_own_process(config, random_sends(dice, node_count(config), 2)) < 1e-6);
}

}  // namespace
}  // namespace tactus
