#pragma once

#include <string>
#include <vector>

#include "hw/common/probe.h"
#include "testbench/app/results/node_limit_rows.h"
#include "tlm_models/node/rdma/rail_limit_words.h"
#include "tlm_models/node/rdma/rails_experiment.h"

namespace tactus {

/// Signals that show what a rail waits for: its limit, the resource itself, who waits for it and what is behind it.
class LimitRows {
 public:
  /// `value` is one of the signal `limit` of `rail`.
  LimitRows(const ProbeList& probes, const RailsExperiment& experiment, std::size_t rail, std::uint64_t value);

  /// Scope of the node in which the resource is, or of the rail.
  [[nodiscard]] const std::string& node() const { return rows_.scope(); }
  [[nodiscard]] const std::vector<WaveGroup::Row>& rows() const { return rows_.rows(); }

 private:
  void add_nic(bool receives, int nic);

  NodeLimitRows rows_;
};

}  // namespace tactus
