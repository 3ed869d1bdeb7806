#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <vector>

#include "testbench/app/results/flow_recorder.h"
#include "testbench/app/results/observer_fan_out.h"
#include "testbench/app/results/run_summary.h"
#include "testbench/app/scenario/scenario.h"
#include "tlm_models/flow/flow_network.h"
#include "tlm_models/flow/flow_ranks.h"
#include "tlm_models/noise/rank_noise.h"
#include "tlm_models/traffic/workload.h"

namespace tactus {

/// A solver that counts how often it is asked.
class CountingSolver final : public FlowSolver {
 public:
  explicit CountingSolver(std::unique_ptr<FlowSolver> solver) : solver_(std::move(solver)) {}

  void add(FlowId flow, const std::vector<LinkRun>& route, double limit) override { solver_->add(flow, route, limit); }
  void remove(FlowId flow) override { solver_->remove(flow); }
  const std::vector<FlowId>& solve() override {
    ++solves_;
    return solver_->solve();
  }
  [[nodiscard]] double rate(FlowId flow) const override { return solver_->rate(flow); }
  [[nodiscard]] std::uint64_t passes() const override { return solver_->passes(); }
  [[nodiscard]] std::uint64_t solves() const { return solves_; }

 private:
  std::unique_ptr<FlowSolver> solver_;
  std::uint64_t solves_ = 0;
};

/// One run of a scenario at the flow level: network, ranks and recorder, executed once, without SystemC.
class FlowSimulation {
 public:
  /// The flow level can execute `scenario`, which must outlive the simulation. `progress` is a terminal on which to
  /// show progress, or null.
  explicit FlowSimulation(const Scenario& scenario, std::FILE* progress = nullptr);

  /// One more observer; to be added before `run`. Cycles count from time zero.
  void also_observe(TrafficObserver* observer) { observers_.add(observer); }

  /// Simulates to the end and checks it: all programs ended, and every byte sent has been delivered, or
  /// dropped for a cancelled receive. Throws ModelViolation.
  RunSummary run();

 private:
  void simulate();
  [[noreturn]] void report_standstill() const;
  void check_end() const;
  [[nodiscard]] RunSummary summarise() const;
  void summarise_links(Picoseconds end, RunSummary& summary) const;

  const Scenario& scenario_;
  std::FILE* progress_;
  std::unique_ptr<FlowTopology> topology_;
  CountingSolver solver_;
  FlowNetwork network_;
  FlowLinks links_;
  std::unique_ptr<Workload> workload_;
  FlowRecorder recorder_;
  TrafficObserverFanOut observers_;
  RankNoise noise_;
  FlowRanks ranks_;
};

}  // namespace tactus
