#include "testbench/compare/level_run.h"

#include "testbench/compare/history_recorder.h"
#include "testbench/results/result_json.h"
#include "testbench/support/own_process.h"
#include "testbench/support/simulation.h"

namespace tactus {
namespace {

std::string comparable_result(const RunSummary& summary) {
  nlohmann::ordered_json result = to_json(summary);
  for (const char* key : {"host", "level"}) result.erase(key);
  return result.dump();
}

RunHistory run_here(const Scenario& scenario, const SimulationOptions& options) {
  HistoryRecorder recorder(scenario.machine.torus);
  std::string result;
  std::string violation;
  try {
    Simulation simulation(scenario, options);
    simulation.also_observe(static_cast<PacketObserver*>(&recorder));
    simulation.also_observe(static_cast<TrafficObserver*>(&recorder));
    result = comparable_result(simulation.run());
  } catch (const ModelViolation& found) {
    violation = found.what();
  }
  RunHistory history = recorder.take();
  history.result = std::move(result);
  history.violation = std::move(violation);
  history.user_cpu_s = host_usage().user_cpu_s;
  return history;
}

}  // namespace

RunHistory run_level(const Scenario& scenario, Level level, const FabricOptions& fabric) {
  SimulationOptions options;
  options.level = level;
  options.fabric = fabric;
  return history_from_bytes(in_own_process([&] { return to_bytes(run_here(scenario, options)); }));
}

}  // namespace tactus
