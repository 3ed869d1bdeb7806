#include "testbench/app/kinds/torus/fabric_recordings.h"

#include <systemc>
#include <utility>
#include <vector>

#include "hw/common/reports.h"
#include "hw/common/sc_time_conversion.h"
#include "hw/node/fabric.h"
#include "hw/node/lookout.h"
#include "testbench/app/attribution/attribution_summary.h"
#include "testbench/app/attribution/congestion_trees.h"
#include "testbench/app/results/attribution_file.h"
#include "testbench/app/run/model_violation.h"

namespace tactus {

/// Samples what waits at routers, in the middle of every 256th cycle, and half as often after each 1,024 samples.
class FabricRecordings::CongestionSampler final : public Lookout {
 public:
  /// `fabric` must outlive it.
  explicit CongestionSampler(const Fabric& fabric)
      : fabric_(fabric), trees_(fabric.config().network, fabric.config().ports()) {}

  [[nodiscard]] const CongestionTrees& trees() const { return trees_; }

  [[nodiscard]] Cycles first_look() const override { return interval_ - Cycles{1}; }
  Cycles look(const Look& look) override {
    const std::vector<WaitingPacket> waiting = fabric_.waiting();
    trees_.sample(look.cycle.count(), interval_.count(), waiting);
    Cycles next = look.cycle + count_sample();
    if (!waiting.empty()) return next;
    if (look.still_until == Cycles::max()) return Cycles::max();
    while (next < look.still_until) next += count_sample();  // they would see nothing; their number is a logarithm
    return next;
  }

 private:
  /// Counts a sample, taken or not. Answers the cycles to the next.
  Cycles count_sample() {
    constexpr int kManySamples = 1024;
    if (++samples_ == kManySamples) {
      interval_ = Cycles{2 * interval_.count()};
      samples_ = 0;
    }
    return interval_;
  }

  const Fabric& fabric_;
  Cycles interval_{256};
  int samples_ = 0;  ///< at this interval
  CongestionTrees trees_;
};

FabricRecordings::FabricRecordings(const Scenario& scenario, FabricExecution& execution,
                                   const RecordingOptions& options, RunRecorder& recorder, TrafficObserverFanOut& ranks)
    : scenario_(scenario),
      folder_(options.folder),
      operation_report_(options.operation_report),
      focus_report_(options.focus_report) {
  if (scenario.run.attribution.enabled) observe_latencies(execution, options, recorder, ranks);
  operations_ = make_operations(scenario, execution.software());
  if (operations_) ranks.add(operations_->observer());
  if (options.folder) {
    messages_ = make_message_writer(scenario, execution.software().map(), *options.folder, sc_core::sc_stop);
    if (messages_) {
      ranks.add(messages_.get());
      execution.observe(messages_.get());
    }
    files_ = std::make_unique<RunFiles>(scenario, execution, *options.folder, options.waves, options.waves_around);
    if (PacketBook* book = files_->packet_book()) {
      ranks.add(book);
      execution.observe(book);
    }
    if (PacketObserver* trigger = files_->wave_trigger()) execution.observe(trigger);
    if (TraceWriter* trace = files_->trace()) {
      ranks.add(trace);
      execution.observe(trace);
    }
  }
  if (options.packets != nullptr) execution.observe(options.packets);
  if (options.with_fabric) options.with_fabric(execution.fabric());
}

FabricRecordings::~FabricRecordings() = default;

void FabricRecordings::observe_latencies(FabricExecution& execution, const RecordingOptions& options,
                                         RunRecorder& recorder, TrafficObserverFanOut& ranks) {
  const bool critical_path = scenario_.run.attribution.critical_path;
  const RunAttribution::Wanted wanted{critical_path, has_operations(scenario_), execution.software().jobs_of_ranks(),
                                      options.focus, scenario_.node.kind == NodeKind::kNuma};
  const bool by_parts = !options.split_report && !wanted.needs_packets() && execution.fabric().has_parts() &&
                        PartAttribution::possible(scenario_.machine);
  const RankMap& map = execution.software().map();
  const auto sequence_of = [&recorder](const RouteHeader& header) { return recorder.sequence_of(header); };
  const auto observe = [&](auto& observer) {
    execution.observe(&observer);
    if (critical_path || !wanted.focus.empty()) ranks.add(&observer);
  };
  if (by_parts) {
    attribution_ = std::make_unique<RunAttribution>(scenario_.machine, map, wanted, nullptr);
    sequence_of_ = [&recorder](GrantAccount account) { return recorder.sequence_of(account); };
    execution.fabric().observe_parts(*attribution_);
  } else if (options.split_report) {
    recorder.keep_sequences();
    attribution_ = std::make_unique<RunAttribution>(scenario_.machine, map, wanted, sequence_of, options.split_report);
    observe(*attribution_);
  } else {
    recorder.keep_sequences();
    beside_ = std::make_unique<ParallelObserver>(sequence_of);
    attribution_ = std::make_unique<RunAttribution>(
        scenario_.machine, map, wanted, [this](const RouteHeader&) { return beside_->sequence_of_injected(); });
    beside_->start(*attribution_, attribution_.get());
    observe(*beside_);
  }
  congestion_ = std::make_unique<CongestionSampler>(execution.fabric());
  execution.add_lookout(*congestion_);
}

void FabricRecordings::settle() {
  if (beside_) beside_->finish();
  if (const auto sequence_of = std::exchange(sequence_of_, nullptr)) {
    attribution_->finish(last_edge(scenario_.machine.clock), sequence_of);
  }
}

void FabricRecordings::violated(bool stalled) {
  if (files_) files_->violated(stalled);
}

void FabricRecordings::finish(Picoseconds /*end*/, RunSummary& summary) {
  if (files_) files_->finish(summary, operations_.get());
  if (attribution_ && folder_) write_attribution(*folder_, attribution_->latencies(), scenario_.machine);
  if (messages_) messages_->finish(summary.trace ? *summary.trace : summary.trace.emplace());
  if (operations_ && folder_) {
    write_operations(*operations_, scenario_, *folder_, summary.trace ? *summary.trace : summary.trace.emplace());
  }
}

void FabricRecordings::check() const {
  if (!attribution_ || attribution_->latencies().fault().empty()) return;
  fail(reports::kAttribution, {attribution_->latencies().fault()});
}

void FabricRecordings::summarise(Picoseconds /*end*/, RunSummary& summary) const {
  if (operations_) operations_->summarise(scenario_.machine.clock, summary);
  if (!attribution_) return;
  if (operations_ && attribution_->messages()) {
    operations_->add_delays(*attribution_->messages(), summary);
    if (operation_report_) operation_report_(*operations_, *attribution_->messages());
  }
  summary.attribution = ::tactus::summarise(attribution_->latencies(), congestion_->trees(), scenario_.machine);
  if (attribution_->job_waits()) summary.attribution->jobs = attribution_->job_waits()->summarise();
  if (attribution_->focus()) {
    summary.focus = summarise_focus(*attribution_, scenario_.machine);
    if (focus_report_) focus_report_(*attribution_->focus());
  }
  if (const auto& path = attribution_->critical_path()) {
    summary.critical_path = ::tactus::summarise(path->steps(), scenario_.machine.network);
  }
}

std::optional<Recordings::WavesNote> FabricRecordings::waves_note() const {
  return files_ ? files_->waves_note() : std::nullopt;
}

}  // namespace tactus
