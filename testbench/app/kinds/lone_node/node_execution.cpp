#include "testbench/app/kinds/lone_node/node_execution.h"

#include <fmt/core.h>

#include <numeric>

#include "hw/common/reports.h"
#include "testbench/app/kinds/lone_node/lone_node_codec.h"
#include "testbench/app/kinds/lone_node/lone_node_recordings.h"
#include "testbench/app/results/time_text.h"
#include "testbench/app/run/model_violation.h"
#include "testbench/app/run/signal_watch.h"
#include "tlm_models/node/copies/layout_cursor.h"
#include "tlm_models/node/copies/node_run.h"
#include "tlm_models/node/copies/placed_message.h"
#include "tlm_models/node/copies/protocol_advisor.h"

namespace tactus {
namespace {

double seconds_of(Picoseconds time) { return static_cast<double>(time.count()) * 1e-12; }

/// Of a message there and one back, or of a repetition.
double time_of(const NodeRun& run, const NodeWorkloadConfig& workload) {
  const double all = seconds_of(run.counted_time()) / workload.repetitions;
  return workload.kind == "ping_pong" ? all / 2 : all;
}

/// What a message of the ping-pong has been advised, if it has.
std::string advised_for(const NodeCase& each, const LoneNodeConfig& node) {
  if (node.copy.kind != CopyProtocolKind::kAdvised || each.workload.kind != "ping_pong") return "";
  const MessageShape shape(0, each.workload.message);
  if (node.copy.contiguous_kind && is_contiguous(shape.send) && is_contiguous(shape.receive)) return "";
  const CopyMessage message = first_message(shape, each.workload.send_offset, each.workload.receive_offset);
  const CopyAdvice advice = ProtocolAdvisor(node.copy, node.cores).advise(message);
  std::string protocol = Codec<CopyProtocolKind>::show(advice.kind);
  if (advice.kind != CopyProtocolKind::kSmRendezvous) return protocol;
  return protocol + ", " + Codec<Bytes>::show(advice.buffer_size);
}

CopyCaseSummary summary_of(const NodeCase& each, const LoneNodeConfig& node, const NodeRun& run) {
  CopyCaseSummary summary;
  summary.name = each.name;
  if (each.workload.kind == "ping_pong") {
    const MessageSideConfig& send = each.workload.message.send;
    summary.size = Bytes{static_cast<std::uint64_t>(Layout(send.datatype, send.elements).size())};
  }
  summary.advised = advised_for(each, node);
  summary.time_s = time_of(run, each.workload);
  for (int process = 0; process < each.workload.processes; ++process) summary.counts.push_back(run.counts(process));
  return summary;
}

[[noreturn]] void report_standstill(const NodeRun& run, int processes) {
  std::vector<std::string> faults;
  for (int process = 0; process < processes; ++process) {
    if (run.under_way(process) == 0) continue;
    faults.push_back(fmt::format("process {} waits at {} us for {} messages that never end", process,
                                 microseconds_text(run.now()), run.under_way(process)));
  }
  fail(reports::kProcessorUnfinished, faults);
}

}  // namespace

NodeExecution::NodeExecution(const Scenario& scenario, const ExecutionOptions& options, TrafficObserver& observer)
    : scenario_(scenario),
      look_(options.look),
      observer_(observer),
      software_(scenario, scenario.nodes()),
      cases_(node_cases(scenario.lone_node, scenario.workload, scenario.seed)) {}

std::unique_ptr<Recordings> NodeExecution::record(const RecordingOptions& options, RunRecorder& /*recorder*/,
                                                  TrafficObserverFanOut& /*ranks*/) {
  if (!options.folder || !options.waves) return std::make_unique<Recordings>();
  auto recordings = std::make_unique<LoneNodeRecordings>(scenario_, cases_, options);
  waves_ = &recordings->waves();
  return recordings;
}

void NodeExecution::execute() {
  finished_ = true;
  for (std::size_t number = 0; number < cases_.size() && finished_; ++number) run(cases_[number], number);
}

void NodeExecution::run(const NodeCase& each, std::size_t number) {
  const auto workload = NodeWorkload::make(each.workload);
  std::vector<int> threads(static_cast<std::size_t>(each.workload.processes));
  std::iota(threads.begin(), threads.end(), 0);
  const LoneNodeConfig& node = scenario_.lone_node;
  NodeRun run(node.cores, node.copy, *workload, threads);
  const Clock clock = scenario_.machine.clock;
  run.on_delivery([&](int sender, int receiver, Bytes size, Picoseconds time) {
    observer_.receive_completed({sender, receiver, 0, 0, size}, clock.cycle_at(now_ + time));
  });
  if (waves_ != nullptr) {
    waves_->begin_case(number, now_);
    run.watch(*waves_);
  }
  Picoseconds left = scenario_.run.max_time.value_or(Picoseconds::max());
  left -= now_;
  run.run(left, [this](Picoseconds time) {
    stop_if_signalled(now_ + time);
    if (look_) look_(now_ + time);
  });
  if (waves_ != nullptr) {
    waves_->end_case(run.node().memory(), run.finished() || run.stuck() ? run.now() : left);
  }
  if (run.stuck()) report_standstill(run, each.workload.processes);
  finished_ = run.finished();
  now_ += finished_ ? run.now() : left;
  if (finished_) summary_.cases.push_back(summary_of(each, node, run));
}

std::optional<std::uint64_t> NodeExecution::messages() const {
  std::uint64_t sum = 0;
  for (const NodeCase& each : cases_) sum += NodeWorkload::make(each.workload)->messages();
  return sum;
}

void NodeExecution::summarise(Picoseconds, RunSummary& summary) const { summary.copies = summary_; }

void NodeExecution::write_files(const std::filesystem::path& folder) const { write_copies(folder, summary_); }

}  // namespace tactus
