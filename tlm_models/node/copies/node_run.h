#pragma once

#include <functional>
#include <vector>

#include "tlm_models/node/copies/copy_config.h"
#include "tlm_models/node/copies/copy_node.h"
#include "tlm_models/node/copies/node_workload.h"
#include "tlm_models/node/copies/program_steps.h"

namespace tactus {

/// A node with the processes of a workload, executed once.
class NodeRun {
 public:
  /// The configurations are valid; process p runs on thread `threads[p]`. `workload` and `observer` outlive this.
  NodeRun(const ManyCoreConfig& node, const CopyProtocolConfig& copy, const NodeWorkload& workload,
          const std::vector<int>& threads, CopyObserver* observer = nullptr);

  void on_delivery(ProgramSteps::Delivered delivered) { steps_.on_delivery(std::move(delivered)); }
  /// `watch` is told of everything, and outlives this; before `run`.
  void watch(CopyWatch& watch) { node_.watch(watch); }
  /// To the end, or until `until`. `look`, which may be empty, is called with the time of each quantum.
  void run(Picoseconds until = Picoseconds::max(), const std::function<void(Picoseconds)>& look = {});
  /// All programs have ended.
  [[nodiscard]] bool finished() const { return node_.finished(); }
  /// Some processes have not finished, and nothing will ever make them go on.
  [[nodiscard]] bool stuck() const { return node_.stuck(); }
  [[nodiscard]] Picoseconds now() const { return node_.now(); }
  [[nodiscard]] const CopyNode& node() const { return node_; }
  [[nodiscard]] std::size_t under_way(int process) const { return steps_.under_way(process); }

  /// From the first process that began what counts to the last one that ended it.
  [[nodiscard]] Picoseconds counted_time() const;
  /// Accesses of `process` in the repetitions that count.
  [[nodiscard]] AccessCounts counts(int process) const;
  [[nodiscard]] Picoseconds begin_of(int process) const { return steps_.mark(process, kBegin).time; }
  [[nodiscard]] Picoseconds end_of(int process) const { return steps_.mark(process, kEnd).time; }

 private:
  int processes_;
  ProgramSteps steps_;
  CopyNode node_;
};

}  // namespace tactus
