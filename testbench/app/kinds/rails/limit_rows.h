#pragma once

#include <map>
#include <string>
#include <vector>

#include "hw/common/probe.h"
#include "testbench/app/results/wave_focus.h"
#include "tlm_models/node/rdma/rail_limit_words.h"
#include "tlm_models/node/rdma/rails_experiment.h"

namespace tactus {

/// Signals that show what a rail waits for: its limit, the resource itself, who waits for it and what is behind it.
class LimitRows {
 public:
  /// `value` is one of the signal `limit` of `rail`.
  LimitRows(const ProbeList& probes, const RailsExperiment& experiment, std::size_t rail, std::uint64_t value);

  /// Scope of the node in which the resource is, or of the rail.
  [[nodiscard]] const std::string& node() const { return node_; }
  [[nodiscard]] const std::vector<WaveGroup::Row>& rows() const { return rows_; }

 private:
  void add_resource(const NumaNode& node, const LimitingResource& resource);
  void add_link(const NumaNode::Channel& channel, const std::string& traffic);
  void add_nic(bool receives, int nic);
  void add_memories(const NumaNode& node);
  /// Adds the probes `names` in `scope` under the node, those that exist.
  void add(const std::string& scope, const std::vector<std::string>& names);
  void say(const std::string& text) { rows_.push_back({std::nullopt, text}); }

  std::map<std::string, std::size_t> probes_;  ///< by scope and name
  std::string node_;
  std::vector<WaveGroup::Row> rows_;
};

}  // namespace tactus
