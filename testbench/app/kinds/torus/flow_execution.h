#pragma once

#include <memory>
#include <string>
#include <vector>

#include "testbench/app/kinds/torus/counting_solver.h"
#include "testbench/app/results/link_model.h"
#include "testbench/app/run/execution.h"
#include "tlm_models/flow/flow_machine.h"
#include "tlm_models/flow/flow_network.h"

namespace tactus {

/// A network of flows, executed without SystemC: level flow.
class FlowExecution final : public Execution {
 public:
  /// As `MachineKind::execution`.
  FlowExecution(const Scenario& scenario, const ExecutionOptions& options, TrafficObserver& observer);

  [[nodiscard]] Picoseconds now() const override { return machine_.now(); }
  [[nodiscard]] bool finished() const override { return machine_.finished(); }
  [[nodiscard]] std::vector<const RankView*> ranks() const override;
  [[nodiscard]] std::vector<std::string> leftovers() const override;
  void summarise(Picoseconds end, RunSummary& summary) const override;
  [[nodiscard]] std::vector<BusyPart> busy_parts() const override;
  [[nodiscard]] double busiest_link(Picoseconds end) const override;
  [[nodiscard]] const Software& software() const override { return software_; }
  [[nodiscard]] const LinkModel& links() const override { return links_; }
  [[nodiscard]] std::vector<SequenceInfo> sequences() const override;
  [[nodiscard]] std::unique_ptr<Recordings> record(const RecordingOptions& options, RunRecorder& recorder,
                                                   TrafficObserverFanOut& ranks) override;
  /// Tells `observer` of messages and flows; to be called before `run`, once.
  void observe_flows(FlowObserver* observer) { machine_.observe(observer); }
  [[nodiscard]] const FlowNetwork& network() const { return network_; }
  void execute() override;

 private:
  [[noreturn]] void report_standstill() const;
  void summarise_links(Picoseconds end, RunSummary& summary) const;

  const Scenario& scenario_;
  std::function<void(Picoseconds)> look_;
  std::unique_ptr<FlowTopology> topology_;
  CountingSolver solver_;
  FlowNetwork network_;
  FlowLinks links_;
  Software software_;
  FlowMachine machine_;
};

}  // namespace tactus
