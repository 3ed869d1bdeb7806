#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hw/common/network_shape.h"
#include "hw/common/probe.h"
#include "testbench/app/results/blocking_meter.h"
#include "testbench/app/results/wave_focus.h"

namespace tactus {

/// Signals that show who is blocked at an output and by whom: the packets that wait for it, the one that has it, its
/// credits, and the buffer behind it. Plain class.
class BlockedView {
 public:
  using Row = WaveGroup::Row;

  /// `blocking` is of a router of `torus` with these ports, whose probes are among `probes`.
  BlockedView(const ProbeList& probes, const NetworkShape& torus, RouterPorts ports, const Blocking& blocking);

  /// Scope of the node: "torus.node_1_0".
  [[nodiscard]] const std::string& node() const { return node_; }
  /// "blocked: node_1_0 plus_x, 231 of 256 cycles"; in a graph "blocked: switch_3 to switch_7, 231 of 256 cycles".
  [[nodiscard]] std::string title() const;
  [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }
  [[nodiscard]] WaveGroup group() const { return {title(), node(), rows()}; }

 private:
  /// "plus_x", "nic_0"; in a graph the neighbour behind the port, "switch_7".
  [[nodiscard]] std::string side(int port) const;
  /// Word before that name of the output, if any.
  [[nodiscard]] const char* leads_to() const;
  void add_inputs();
  void add_output();
  void add_behind();
  /// Adds the probes `names` in `scope` that exist, shown as "prefix name".
  void add(const std::string& scope, const std::string& prefix, const std::vector<std::string>& names);
  void say(const std::string& text) { rows_.push_back({std::nullopt, text}); }
  [[nodiscard]] std::string node_name() const { return node_.substr(node_.rfind('.') + 1); }

  NetworkShape torus_;
  RouterPorts ports_;
  const Blocking blocking_;
  std::string node_;
  std::map<std::string, std::size_t> probes_;  ///< by scope and name
  int here_ = 0;                               ///< number of the node
  int vcs_ = 0;
  std::vector<Row> rows_;
};

}  // namespace tactus
