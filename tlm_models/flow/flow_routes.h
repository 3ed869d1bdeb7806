#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tlm_models/flow/block_pool.h"
#include "tlm_models/flow/flow_solver.h"
#include "tlm_models/flow/flow_topology.h"

namespace tactus {

/// The routes of the active flows as they were given: runs of links.
class FlowRoutes {
 public:
  void add(FlowId flow, const std::vector<LinkRun>& route);
  void remove(FlowId flow);
  /// Valid until the next `add`.
  [[nodiscard]] LinkRuns runs_of(FlowId flow) const {
    const Row& row = rows_[static_cast<std::size_t>(flow)];
    return {runs_.at(row.first), runs_.at(row.first) + row.count};
  }
  /// A hint to the cache that `runs_of` is about to be called.
  void prefetch(FlowId flow) const { __builtin_prefetch(runs_.at(rows_[static_cast<std::size_t>(flow)].first)); }
  /// Links of all routes together.
  [[nodiscard]] std::int64_t hops() const { return hops_; }

 private:
  struct Row {
    std::int32_t first = 0;
    std::int32_t count = 0;
    std::int32_t log_size = -1;  ///< no array yet
  };

  BlockPool<LinkRun> runs_;
  std::vector<Row> rows_;  ///< by flow
  std::int64_t hops_ = 0;
};

}  // namespace tactus
