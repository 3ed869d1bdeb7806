#pragma once

#include <functional>
#include <string>
#include <vector>

#include "testbench/app/results/rails_summary.h"
#include "testbench/app/run/execution.h"
#include "tlm_models/node/rdma/rails_experiment.h"

namespace tactus {

/// Two nodes joined back to back by cables, executed without SystemC: network.kind rails, which has packets on cables
/// and in nodes and no clock.
class RailsExecution final : public Execution {
 public:
  /// As `MachineKind::execution`.
  RailsExecution(const Scenario& scenario, const ExecutionOptions& options, TrafficObserver& observer);

  [[nodiscard]] Picoseconds now() const override { return experiment_.now(); }
  [[nodiscard]] bool finished() const override { return measured_.sizes.size() == scenario_.rails.sizes.size(); }
  [[nodiscard]] std::vector<const RankView*> ranks() const override { return {}; }
  [[nodiscard]] std::vector<std::string> leftovers() const override;
  void summarise(Picoseconds end, RunSummary& summary) const override;
  void write_files(const std::filesystem::path& folder) const override { write_rails(folder, measured_); }
  [[nodiscard]] const Software& software() const override { return software_; }
  [[nodiscard]] const LinkModel& links() const override { return links_; }
  [[nodiscard]] std::unique_ptr<Recordings> record(const RecordingOptions& options, RunRecorder& recorder,
                                                   TrafficObserverFanOut& ranks) override;
  void execute() override;

 private:
  const Scenario& scenario_;
  std::function<void(Picoseconds)> look_;
  Software software_;
  TorusLinks links_;  ///< without traffic
  RailsExperiment experiment_;
  RailsSummary measured_;
  bool idle_ = false;  ///< at the end
};

}  // namespace tactus
