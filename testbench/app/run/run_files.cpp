#include "testbench/app/run/run_files.h"

#include "hw/common/sc_time_conversion.h"
#include "testbench/app/results/attribution_file.h"

namespace tactus {

std::vector<std::string> files_of_run(const Scenario& scenario, Level level) {
  if (scenario.is_lone_node()) return {"copies.csv"};
  if (scenario.network.kind == NetworkKind::kRails) return {"rails.csv", "limits.csv"};
  std::vector<std::string> names;
  if (level != Level::kFlow) names = {"links.csv", "vc_occupancy.csv"};
  if (level != Level::kFlow && scenario.run.trace.enabled) names.emplace_back("trace.json");
  if (level != Level::kFlow && scenario.run.attribution.enabled) names.emplace_back(kAttributionFile);
  if (has_message_file(scenario)) names.emplace_back("messages.csv");
  return names;
}

bool has_message_file(const Scenario& scenario) {
  return scenario.network.kind == NetworkKind::kTorus && scenario.run.trace.enabled &&
         scenario.run.trace.max_messages > 0;
}

RunFiles::RunFiles(const Scenario& scenario, Execution& execution, const std::filesystem::path& folder, bool waves)
    : scenario_(scenario), execution_(execution) {
  const Picoseconds clock = scenario.machine.clock;
  if (scenario.run.trace.enabled) {
    trace_ = std::make_unique<TraceWriter>(scenario.machine, execution.software().map(), scenario.run.trace, folder);
  }
  sampler_ = std::make_unique<Sampler>("sampler", *execution.fabric(),
                                       cycles_covering(scenario.run.sample_interval, clock), folder);
  if (!waves) return;
  waves_ = std::make_unique<WaveRecorder>(
      "waves", [this] { return wave_probes(); }, scenario.run.waves, clock, folder);
}

ProbeList RunFiles::wave_probes() const {
  const TorusShape& torus = scenario_.machine.torus;
  std::vector<Coordinate> nodes = scenario_.run.waves.nodes.list;
  if (scenario_.run.waves.nodes.all) {
    for (int node = 0; node < torus.nodes(); ++node) {
      if (!execution_.fabric()->probes(node).empty()) nodes.push_back(torus.coordinate(node));
    }
  }
  ProbeList all;
  for (const Coordinate node : nodes) {
    ProbeList probes = execution_.probes(torus.node(node));
    std::move(probes.begin(), probes.end(), std::back_inserter(all));
  }
  return all;
}

void RunFiles::finish(RunSummary& summary) {
  sampler_->finish();
  if (waves_) waves_->finish();
  if (!trace_) return;
  trace_->finish(cycle_now(scenario_.machine.clock));
  summary.trace = trace_->summary();
}

}  // namespace tactus
