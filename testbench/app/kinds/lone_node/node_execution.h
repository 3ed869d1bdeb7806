#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "testbench/app/kinds/lone_node/lone_node_config.h"
#include "testbench/app/run/execution.h"
#include "tlm_models/node/copies/many_core_waves.h"

namespace tactus {

/// Links of a machine without a network.
class NoLinks final : public LinkModel {
 public:
  [[nodiscard]] int hops(int, int, int) const override { return 0; }
  [[nodiscard]] bool has_packets() const override { return false; }
  [[nodiscard]] double load(int, int, int, Bytes) const override { return 0; }
  [[nodiscard]] double share(double, Cycles) const override { return 0; }
};

/// One node of many cores whose processes send each other messages: network.kind none. There are neither flits nor
/// packets, so that levels cycle and packet are the same. Each case of the workload has the node to itself, one after
/// the other.
class NodeExecution final : public Execution {
 public:
  /// As `MachineKind::execution`.
  NodeExecution(const Scenario& scenario, const ExecutionOptions& options, TrafficObserver& observer);

  [[nodiscard]] Picoseconds now() const override { return now_; }
  [[nodiscard]] bool finished() const override { return finished_; }
  [[nodiscard]] std::vector<const RankView*> ranks() const override { return {}; }
  [[nodiscard]] std::vector<std::string> leftovers() const override { return {}; }
  void summarise(Picoseconds end, RunSummary& summary) const override;
  void write_files(const std::filesystem::path& folder) const override;
  [[nodiscard]] std::optional<std::uint64_t> messages() const override;
  [[nodiscard]] const Software& software() const override { return software_; }
  [[nodiscard]] const LinkModel& links() const override { return links_; }
  [[nodiscard]] std::unique_ptr<Recordings> record(const RecordingOptions& options, RunRecorder& recorder,
                                                   TrafficObserverFanOut& ranks) override;
  void execute() override;

 private:
  void run(const NodeCase& each, std::size_t number);

  const Scenario& scenario_;
  std::function<void(Picoseconds)> look_;
  TrafficObserver& observer_;
  Software software_;
  NoLinks links_;
  std::vector<NodeCase> cases_;
  CopySummary summary_;
  ManyCoreWaves* waves_ = nullptr;  ///< null: none are recorded
  Picoseconds now_{0};
  bool finished_ = false;
};

}  // namespace tactus
