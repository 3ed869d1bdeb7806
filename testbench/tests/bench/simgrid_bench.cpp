#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <systemc>
#include <vector>

#include "hw/common/random.h"
#include "testbench/app/process/own_process.h"
#include "testbench/tests/support/flow_sends.h"
#include "testbench/tests/support/simgrid_sends.h"
#include "tlm_models/flow/flow_topology_config.h"

// MaxMinSolver in FlowNetwork beside SimGrid: the same torus, the same routes, the same messages. What is asked for is
// the time per message, without the setting up, and that both find the same virtual times.

namespace tactus {
namespace {

struct Pattern {
  const char* name;
  bool barrier;
  bool random;  ///< destinations at random, else each node to the next one after its last
};

FlowSends sends_of(const Pattern& pattern, int nodes, int messages) {
  const RandomStream random(1, 0);
  FlowSends sends;
  sends.barrier = pattern.barrier;
  sends.by_node.resize(static_cast<std::size_t>(nodes));
  std::uint64_t draw = 0;
  for (int node = 0; node < nodes; ++node) {
    for (int i = 0; i < messages; ++i) {
      const auto others = static_cast<std::uint64_t>(nodes - 1);
      const int distance = pattern.random ? static_cast<int>(random.below(draw++, others)) : i % (nodes - 1);
      sends.by_node[static_cast<std::size_t>(node)].push_back({(node + 1 + distance) % nodes, 20'000});
    }
  }
  return sends;
}

/// Messages of each node whose ends are compared. Without barriers small differences grow from message to message: who
/// is late meets others, and so is later. Picoseconds become whole messages after a hundred.
constexpr std::size_t kCompared = 10;

/// Largest relative difference between the times at which a message ends.
double largest_difference(const FlowSendTimes& a, const FlowSendTimes& b) {
  double largest = 0;
  for (std::size_t node = 0; node < a.ends.size(); ++node) {
    for (std::size_t i = 0; i < std::min(kCompared, a.ends[node].size()); ++i) {
      largest = std::max(largest, std::abs(a.ends[node][i] - b.ends[node][i]) / b.ends[node][i]);
    }
  }
  return largest;
}

/// The median of five: one takes milliseconds.
FlowSendTimes send_repeatedly(const FlowTopology& topology, const FlowSends& sends) {
  std::vector<FlowSendTimes> runs;
  for (int i = 0; i < 5; ++i) runs.push_back(send_by_flow_network(topology, sends));
  std::sort(runs.begin(), runs.end(), [](const auto& a, const auto& b) { return a.user_cpu_s < b.user_cpu_s; });
  return runs[2];
}

std::string measure(const Pattern& pattern, int side, int messages) {
  FlowTopologyConfig config;
  config.dimensions = {side, side};
  config.link_bandwidth = BytesPerSecond{1'000'000'000};
  const auto topology = make_flow_topology(config);
  const FlowSends sends = sends_of(pattern, topology->nodes(), messages);
  const FlowSendTimes flow = send_repeatedly(*topology, sends);
  const FlowSendTimes simgrid = send_by_simgrid(*topology, sends);
  const double all = static_cast<double>(topology->nodes()) * messages;
  return fmt::format("{:<18} {:>9.2f} {:>9.3f} {:>7.1f} {:>14.3f} {:>14.3f} {:>10.1e}\n", pattern.name,
                     simgrid.user_cpu_s * 1e6 / all, flow.user_cpu_s * 1e6 / all, simgrid.user_cpu_s / flow.user_cpu_s,
                     simgrid.last() * 1e-6, flow.last() * 1e-6, largest_difference(flow, simgrid));
}

}  // namespace
}  // namespace tactus

int sc_main(int argc, char* argv[]) {
  int side = 16;
  int messages = 60;
  CLI::App app{"max-min solver beside SimGrid: time per message on a torus"};
  app.add_option("--side", side, "nodes in a row")->check(CLI::Range(2, 64))->capture_default_str();
  app.add_option("--messages", messages, "per node")->check(CLI::PositiveNumber)->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  fmt::print("{:<18} {:>9} {:>9} {:>7} {:>14} {:>14} {:>10}\n", "pattern", "SimGrid", "Tactus", "ratio", "SimGrid ends",
             "Tactus ends", "difference");
  fmt::print("{:<18} {:>9} {:>9} {:>7} {:>14} {:>14} {:>10}\n", "", "us/msg", "us/msg", "", "virtual us", "virtual us",
             "first 10");
  for (const tactus::Pattern& pattern : {tactus::Pattern{"rotating", false, false},
                                         {"random", false, true},
                                         {"rotating, barrier", true, false},
                                         {"random, barrier", true, true}}) {
    // SimGrid's engine lives once in a process.
    fmt::print("{}", tactus::in_own_process([&] { return tactus::measure(pattern, side, messages); }));
  }
  return 0;
}
