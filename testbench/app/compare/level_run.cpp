#include "testbench/app/compare/level_run.h"

#include <nlohmann/json.hpp>
#include <optional>

#include "testbench/app/compare/observable_sampler.h"
#include "testbench/app/results/result_json.h"
#include "testbench/app/run/own_process.h"
#include "testbench/app/run/simulation.h"

namespace tactus {
namespace {

std::string comparable_result(const RunSummary& summary) {
  nlohmann::ordered_json result = to_json(summary);
  for (const char* key : {"host", "level"}) result.erase(key);
  result["configuration"].erase("cycle.nodes");  // of the level too
  return result.dump();
}

RunHistory run_here(const Scenario& scenario, SimulationOptions options, HistoryDepth depth) {
  HistoryRecorder recorder(scenario.machine.network, depth);
  if (scenario.run.attribution.enabled && options.level != Level::kFlow) {
    recorder.expect_splits();
    options.split_report = [&recorder](const SplitPacket& packet) { recorder.packet_split(packet); };
  }
  Simulation simulation(scenario, options);
  simulation.also_observe(static_cast<PacketObserver*>(&recorder));
  simulation.also_observe(static_cast<TrafficObserver*>(&recorder));
  std::optional<ObservableSampler> sampler;
  if (const Fabric* fabric = simulation.execution().fabric()) sampler.emplace("observables", *fabric);
  std::string result;
  std::string violation;
  try {
    result = comparable_result(simulation.run());
  } catch (const ModelViolation& found) {
    violation = found.what();
  }
  RunHistory history = recorder.take();
  if (sampler) history.samples = sampler->take();
  history.result = std::move(result);
  history.violation = std::move(violation);
  history.user_cpu_s = host_usage().user_cpu_s;
  return history;
}

}  // namespace

RunHistory run_level(const Scenario& scenario, Level level, const FabricOptions& fabric, HistoryDepth depth) {
  SimulationOptions options;
  options.level = level;
  options.fabric = fabric;
  return history_from_bytes(in_own_process([&] { return to_bytes(run_here(scenario, options, depth)); }));
}

}  // namespace tactus
