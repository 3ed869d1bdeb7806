#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tlm_models/flow/flow_solver.h"
#include "tlm_models/flow/flow_topology.h"

namespace tactus {

/// Flows that have come and gone, in that order: what an account that is kept by links has not been told yet.
class FlowChanges {
 public:
  struct Change {
    FlowId flow = 0;
    bool comes = false;
    bool rising = false;                        ///< a flow that goes had no rate yet
    LinkId bottleneck = FlowSolver::kOwnLimit;  ///< bottleneck that a flow had when it went
    double rate = 0;                            ///< rate that a flow had when it went
    std::size_t first_run = 0;                  ///< first run of a flow that comes
    std::size_t last_run = 0;                   ///< behind it
  };

  void comes(FlowId flow, LinkRuns route) {
    Change& change = changes_.emplace_back();
    change.flow = flow;
    change.comes = true;
    change.first_run = runs_.size();
    runs_.insert(runs_.end(), route.begin(), route.end());
    change.last_run = runs_.size();
  }
  void goes(FlowId flow, bool rising, LinkId bottleneck, double rate) {
    changes_.push_back({flow, false, rising, bottleneck, rate});
  }
  void clear() {
    changes_.clear();
    runs_.clear();
  }

  [[nodiscard]] std::size_t size() const { return changes_.size(); }
  [[nodiscard]] const Change& operator[](std::size_t index) const { return changes_[index]; }
  /// Valid until the next change, as is what the operator answers.
  [[nodiscard]] LinkRuns route_of(const Change& change) const {
    return {runs_.data() + change.first_run, runs_.data() + change.last_run};
  }

 private:
  std::vector<Change> changes_;
  std::vector<LinkRun> runs_;
};

}  // namespace tactus
