#include "testbench/app/compare/level_run.h"

#include <new>
#include <nlohmann/json.hpp>

#include "testbench/app/compare/observable_sampler.h"
#include "testbench/app/results/result_json.h"
#include "testbench/app/run/process_guard.h"
#include "testbench/app/run/simulation.h"

namespace tactus {
namespace {

std::string comparable_result(const RunSummary& summary) {
  nlohmann::ordered_json result = to_json(summary);
  for (const char* key : {"host", "level"}) result.erase(key);
  result["configuration"].erase("cycle.nodes");  // of the level too
  return result.dump();
}

void run_here(const Scenario& scenario, const LevelRunOptions& how, RunWriter writer) {
  SimulationOptions options;
  options.level = how.level;
  options.fabric = how.fabric;
  options.folder = how.folder;
  options.waves = how.waves;
  HistoryRecorder recorder(scenario.machine.network, how.depth,
                           [&writer](const PacketHistory& packet) { writer.packet(packet); });
  if (scenario.run.attribution.enabled && options.level != Level::kFlow) {
    recorder.expect_splits();
    options.split_report = [&recorder](const SplitPacket& packet) { recorder.packet_split(packet); };
  }
  std::optional<ObservableSampler> sampler;
  options.with_fabric = [&sampler](const Fabric& fabric) { sampler.emplace("observables", fabric); };
  Simulation simulation(scenario, options);
  simulation.also_observe(static_cast<PacketObserver*>(&recorder));
  simulation.also_observe(static_cast<TrafficObserver*>(&recorder));
  RunOutcome outcome;
  try {
    outcome.result = comparable_result(simulation.run());
  } catch (const ModelViolation& found) {
    outcome.violation = found.what();
  }
  outcome.messages = recorder.finish();
  if (sampler) outcome.samples = sampler->take();
  outcome.user_cpu_s = host_usage().user_cpu_s;
  writer.end(outcome);
}

OwnProcess::Body body_of(const Scenario& scenario, const LevelRunOptions& options) {
  return [&scenario, &options](const OwnProcess::Tell& tell) {
    try {
      run_here(scenario, options, RunWriter(tell));
    } catch (const std::bad_alloc&) {
      throw std::runtime_error(out_of_memory_text());
    }
  };
}

}  // namespace

LevelRun::LevelRun(const Scenario& scenario, const LevelRunOptions& options)
    : level_(options.level),
      has_packets_(options.depth == HistoryDepth::kPackets && options.level != Level::kFlow),
      process_(body_of(scenario, options)) {}

void LevelRun::advance(const PacketSink& sink) {
  const auto count = [&](const PacketHistory& packet) {
    ++packets_;
    sink(packet);
  };
  try {
    const auto text = process_.next();
    if (!text) throw ChildFailure("ended without an outcome");
    outcome_ = read_run(*text, count);
    if (outcome_) process_.next();  // its end
  } catch (const ChildFailure& failure) {
    throw ChildFailure(std::string("level ") + to_string(level_) + ": " + failure.what());
  }
}

}  // namespace tactus
