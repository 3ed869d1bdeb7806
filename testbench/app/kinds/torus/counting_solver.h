#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "tlm_models/flow/flow_solver.h"

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
  [[nodiscard]] LinkId bottleneck(FlowId flow) const override { return solver_->bottleneck(flow); }
  void append_reconsidered(std::vector<FlowId>& flows) const override { solver_->append_reconsidered(flows); }
  [[nodiscard]] std::uint64_t passes() const override { return solver_->passes(); }
  [[nodiscard]] std::uint64_t solves() const { return solves_; }

 private:
  std::unique_ptr<FlowSolver> solver_;
  std::uint64_t solves_ = 0;
};

}  // namespace tactus
