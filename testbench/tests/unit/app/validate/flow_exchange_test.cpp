#include "testbench/app/validate/flow_exchange.h"

#include <fmt/core.h>

#include "testbench/app/run/simulation.h"
#include "testbench/app/scenario/scenario_reader.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

using Named = std::pair<const char*, ExchangeAlgorithm>;

constexpr double kMessageBytes = 2048;  // one packet, its header included, 512 ns of a link
constexpr double kResolution = 0.1;

/// What the ranks of a scenario take on a mesh of 4 x 4, by the flow level of `tactus run`.
Picoseconds time_of_ranks(const std::string& algorithm, const std::string& solver, bool wait_receives,
                          double resolution) {
  const ScenarioResult result = read_scenario_text(
      "test.yaml",
      fmt::format("processor: {{call_overhead: 0 cycles}}\n"
                  "flow: {{topology: mesh, dimensions: [4, 4], port_links: false, solver: {}, resolution: {} ps,\n"
                  "       latency_per_hop: 0 ps, latency_per_message: 0 ps}}\n"
                  "workload: {{algorithm: {}, message_size: 2016 B, wait_receives: {}}}\n",
                  solver, static_cast<int>(resolution * 512'000), algorithm, wait_receives));
  if (const auto* faults = std::get_if<std::vector<Diagnostic>>(&result)) FAIL(format(faults->front()));
  SimulationOptions options;
  options.level = Level::kFlow;
  return Simulation(std::get<Scenario>(result), options).run().simulated;
}

FlowExchangeConfig mesh_exchange(ExchangeAlgorithm algorithm) {
  FlowExchangeConfig config;
  config.topology.kind = FlowTopologyKind::kMesh;
  config.algorithm = algorithm;
  config.message_bytes = kMessageBytes;
  return config;
}

TEST_CASE("Flow exchange: takes what ranks with the same program take at the flow level, to the picosecond") {
  constexpr std::pair<const char*, ExchangeSolver> kSolvers[] = {
      {"mfs_n", ExchangeSolver::kMfsN}, {"mfs_f", ExchangeSolver::kMfsF}, {"maxmin", ExchangeSolver::kMaxMin}};
  constexpr Named kAlgorithms[] = {{"ring", ExchangeAlgorithm::kShift},
                                   {"a2ass2d", ExchangeAlgorithm::kShift2d},
                                   {"pwx", ExchangeAlgorithm::kPairwise}};
  int differ = 0;
  for (const auto& [algorithm, kind] : kAlgorithms) {
    for (const auto& [solver, solver_kind] : kSolvers) {
      for (const double resolution : {0.0, kResolution}) {
        FlowExchangeConfig config = mesh_exchange(kind);
        config.solver = solver_kind;
        config.resolution = resolution;
        const Picoseconds waiting = run_flow_exchange(config).time;
        config.wait_receives = false;
        const Picoseconds ahead = run_flow_exchange(config).time;
        CAPTURE(algorithm, solver, resolution);
        CHECK(waiting == time_of_ranks(algorithm, solver, true, resolution));
        CHECK(ahead == time_of_ranks(algorithm, solver, false, resolution));
        differ += waiting == ahead ? 0 : 1;
      }
    }
  }
  CHECK(differ > 0);
}

TEST_CASE("Flow exchange: A2AT on an odd torus keeps every link full, waiting for receives or not") {
  for (const int n : {3, 5, 9}) {
    for (const bool wait_receives : {true, false}) {
      FlowExchangeConfig config;
      config.topology.dimensions = {n, n};
      config.algorithm = ExchangeAlgorithm::kA2at;
      config.solver = ExchangeSolver::kMaxMin;
      config.message_bytes = kMessageBytes;
      config.wait_receives = wait_receives;
      const FlowExchangeResult result = run_flow_exchange(config);
      CAPTURE(n, wait_receives);
      CHECK(result.message_times * 8 == n * (n * n - 1));
      CHECK(result.messages == static_cast<std::uint64_t>(n * n * (n * n - 1)));
    }
  }
}

TEST_CASE("Flow exchange: shuffled ranks send every message, waiting for receives or not") {
  for (const bool wait_receives : {true, false}) {
    FlowExchangeConfig config;
    config.topology.kind = FlowTopologyKind::kFatTree;
    config.topology.arity = 3;
    config.solver = ExchangeSolver::kMaxMin;
    config.placement_seed = 1;
    config.wait_receives = wait_receives;
    CHECK(run_flow_exchange(config).messages == 54 * 53);
  }
}

}  // namespace
}  // namespace tactus
