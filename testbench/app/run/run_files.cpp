#include "testbench/app/run/run_files.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "hw/common/sc_time_conversion.h"
#include "testbench/app/kinds/torus/core_waves.h"
#include "testbench/app/kinds/torus/numa_focus.h"
#include "testbench/app/results/operation_file.h"
#include "testbench/app/results/time_text.h"
#include "testbench/app/results/wave_texts.h"
#include "tlm_models/traffic/algorithm.h"

namespace tactus {

bool has_message_file(const Scenario& scenario) {
  return scenario.run.trace.enabled && scenario.run.trace.max_messages > 0;
}

std::unique_ptr<MessageWriter> make_message_writer(const Scenario& scenario, const RankMap& map,
                                                   const std::filesystem::path& folder,
                                                   std::function<void()> on_failure) {
  if (!has_message_file(scenario)) return nullptr;
  return std::make_unique<MessageWriter>(scenario.machine, map, scenario.message_labels,
                                         scenario.run.trace.max_messages, folder, std::move(on_failure));
}

bool has_operations(const Scenario& scenario) {
  const AlgorithmPolicy& algorithm = policy(scenario.workload.algorithm);
  if (algorithm.schedule || algorithm.message_list) return true;
  const std::vector<JobConfig>& jobs = scenario.workload.jobs;
  return std::any_of(jobs.begin(), jobs.end(),
                     [](const JobConfig& job) { return job.enabled && job.program.schedule; });
}

bool has_operation_file(const Scenario& scenario) {
  return has_operations(scenario) && scenario.run.trace.enabled && scenario.run.trace.max_operations > 0;
}

std::unique_ptr<RunOperations> make_operations(const Scenario& scenario, const Software& software) {
  if (!has_operations(scenario)) return nullptr;
  const std::shared_ptr<const Schedule> all = software.workload()->schedule();
  if (all) return std::make_unique<RunOperations>(all);
  std::vector<std::unique_ptr<OperationTimes>> tables;
  const std::vector<JobInfo> jobs = software.workload()->jobs();
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const JobConfig& config = scenario.workload.jobs[i];
    if (!config.enabled || !config.program.schedule) continue;
    OperationJob job{jobs[i].name, jobs[i].ranks, jobs[i].start};
    tables.push_back(std::make_unique<OperationTimes>(config.program.schedule, std::move(job)));
  }
  return std::make_unique<RunOperations>(std::move(tables), software.map().ranks());
}

void write_operations(const RunOperations& operations, const Scenario& scenario, const std::filesystem::path& folder,
                      TraceSummary& trace) {
  if (!has_operation_file(scenario)) return;
  const std::uint64_t most = scenario.run.trace.max_operations;
  const OperationTables tables = operations.tables();
  trace.operations = ::tactus::write_operations(tables, folder, scenario.machine.clock, most);
  write_operation_arrays(tables, folder, scenario.machine.clock, most);
  trace.dropped_operations = operations.operations() - *trace.operations;
}

RunFiles::RunFiles(const Scenario& scenario, FabricExecution& execution, const std::filesystem::path& folder,
                   bool waves, const std::optional<WavesAround>& around)
    : scenario_(scenario), execution_(execution), around_(around) {
  const Clock clock = scenario.machine.clock;
  if (scenario.run.trace.enabled) {
    const Software& software = execution.software();
    trace_ = std::make_unique<TraceWriter>(scenario.machine, software.map(), scenario.run.trace, folder,
                                           software.jobs_of_ranks());
  }
  sampler_ = std::make_unique<Sampler>(execution.fabric(), clock.covering(scenario.run.sample_interval), folder);
  execution.add_lookout(*sampler_);
  if (!waves) return;
  waves_ = std::make_unique<WaveRecorder>(
      "waves", [this] { return wave_probes(); }, scenario.run.waves, scenario.machine, folder);
  // Parts in their own time may tell of a packet's end a little before it is seen.
  constexpr Cycles kAhead{4096};
  const Cycles after = kAhead + (around ? clock.covering(around->before) : Cycles{0});
  book_ = std::make_unique<PacketBook>(scenario.machine, execution.software().map(), after);
  waves_->add_texts([this](const ProbeList& probes) { return wave_texts(probes); });
  if (scenario.node.kind == NodeKind::kNuma) {
    waves_->wrap_focus([&scenario](const ProbeList& probes, std::unique_ptr<WaveFocus> blocked) {
      return std::make_unique<NumaFocus>(probes, scenario.machine, scenario.node.numa, std::move(blocked));
    });
  }
  waves_->add_parts([this](WaveRecording& recording) { return wave_parts(recording); });
  if (around) record_around(*around);
}

void RunFiles::record_around(const WavesAround& around) {
  const MachineConfig& machine = scenario_.machine;
  std::unique_ptr<WaveTrigger> trigger;
  if (around.event == WavesAround::Event::kStall) {
    trigger = std::make_unique<StallTrigger>(around.time, machine.clock);
  } else if (around.event == WavesAround::Event::kLatency) {
    auto latency = std::make_unique<LatencyTrigger>(machine, around.time);
    packets_ = latency.get();
    trigger = std::move(latency);
  } else if (around.packet) {
    auto packet = std::make_unique<PacketTrigger>(machine, *around.packet);
    packets_ = packet.get();
    trigger = std::move(packet);
  } else {
    trigger = std::make_unique<WaveTrigger>();
  }
  waves_->around(around, std::move(trigger));
}

void RunFiles::violated(bool stalled) {
  if (waves_) waves_->violated(stalled);
}

std::optional<Recordings::WavesNote> RunFiles::waves_note() const {
  if (!waves_) return std::nullopt;
  return wave_note(waves_->recording(), around_, scenario_.machine.clock);
}

std::vector<int> RunFiles::wave_nodes() const {
  const NetworkShape& torus = scenario_.machine.network;
  std::vector<int> nodes;
  if (!scenario_.run.waves.nodes.all) {
    for (const Coordinate node : scenario_.run.waves.nodes.list) nodes.push_back(torus.node(node));
  } else {
    for (int node = 0; node < torus.nodes(); ++node) {
      if (!execution_.fabric().probes(node).empty()) nodes.push_back(node);
    }
  }
  return nodes;
}

ProbeList RunFiles::wave_probes() const {
  const auto message_of = [this](const PacketHeader& packet, bool injected) {
    book_->settle_before(cycle_now(scenario_.machine.clock));
    return book_->message(packet, injected);
  };
  ProbeList all;
  for (const int node : wave_nodes()) {
    ProbeList probes = execution_.probes(node, message_of);
    std::move(probes.begin(), probes.end(), std::back_inserter(all));
  }
  return all;
}

std::vector<std::unique_ptr<WavePart>> RunFiles::wave_parts(WaveRecording& recording) {
  const NetworkShape& torus = scenario_.machine.network;
  std::vector<std::unique_ptr<WavePart>> parts;
  for (const int node : wave_nodes()) {
    CoreMessages* cores = execution_.cores(node);
    if (cores == nullptr) continue;
    const std::string scope = "torus." + torus.node_name(torus.coordinate(node)) + ".manycore";
    parts.push_back(std::make_unique<CoreWaves>(recording, parts.size(), scenario_.lone_node.cores, *cores,
                                                CoreWaves::Place{node, scope, execution_.software().map(), *book_}));
  }
  return parts;
}

WaveTexts RunFiles::wave_texts(const ProbeList& probes) const {
  PacketTexts packets;
  packets.text = [this](std::uint64_t packet) { return book_->text(packet); };
  packets.injected = [this](const std::string& node, int engine, Cycles cycle) {
    return book_->injected(node.substr(node.rfind('.') + 1), engine, cycle);
  };
  WaveTexts texts = packet_texts(probes, packets);
  for (WaveTexts more : {link_texts(probes), message_texts(probes)}) {
    std::move(more.begin(), more.end(), std::back_inserter(texts));
  }
  return texts;
}

void RunFiles::finish(RunSummary& summary, const RunOperations* operations) {
  sampler_->finish();
  if (waves_) waves_->finish();
  if (!trace_) return;
  trace_->finish(cycle_now(scenario_.machine.clock), operations != nullptr ? operations->tables() : OperationTables{});
  summary.trace = trace_->summary();
}

}  // namespace tactus
