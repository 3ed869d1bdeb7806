#pragma once

#include <map>
#include <string>
#include <vector>

#include "hw/common/probe.h"
#include "hw/node/numa_node.h"
#include "testbench/app/results/wave_focus.h"

namespace tactus {

/// Signals that show a resource of a NUMA node that data waits for, and what is around it. Plain class.
class NodeLimitRows {
 public:
  /// Signals are looked for among `probes`, in `scope` and below it.
  NodeLimitRows(const ProbeList& probes, std::string scope);

  [[nodiscard]] const std::string& scope() const { return scope_; }
  void look_in(std::string scope) { scope_ = std::move(scope); }
  [[nodiscard]] const std::vector<WaveGroup::Row>& rows() const { return rows_; }

  /// Adds the resource itself: credits and wire of a link, tags of a NIC, or a memory.
  void add_resource(const NumaNode& node, const LimitingResource& resource);
  void add_memories(const NumaNode& node);
  /// Adds the probes `names` in `scope` under this one, those that exist.
  void add(const std::string& scope, const std::vector<std::string>& names);
  void say(const std::string& text) { rows_.push_back({std::nullopt, text}); }

 private:
  void add_link(const NumaNode::Channel& channel, const std::string& traffic);

  std::map<std::string, std::size_t> probes_;  ///< by scope and name
  std::string scope_;
  std::vector<WaveGroup::Row> rows_;
};

}  // namespace tactus
