#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "tlm_models/node/copies/copy_config.h"
#include "tlm_models/node/copies/copy_process.h"

namespace tactus {

/// The processes of a node, quantum by quantum: within one each goes on as far as it can on its own time, again and
/// again while that lets others go on; who begins changes from quantum to quantum. The result depends on the quantum
/// and on nothing else: accesses of different threads in one quantum may happen in another order than their times say.
class CopyNode {
 public:
  /// Process p runs on thread `threads[p]`. The configurations are valid; `source` and `observer` outlive this.
  CopyNode(const ManyCoreConfig& memory, const CopyCosts& costs, Bytes width, const std::vector<int>& threads,
           StepSource& source, CopyObserver* observer = nullptr);

  /// `watch` is told of everything from now on, and outlives this.
  void watch(CopyWatch& watch) {
    watch_ = &watch;
    memory_.watch(&watch);
  }
  /// Null: nobody watches.
  [[nodiscard]] CopyWatch* watched_by() const { return watch_; }
  [[nodiscard]] FlagBoard& flags() { return flags_; }
  [[nodiscard]] const FlagBoard& flags() const { return flags_; }
  /// Until all processes have finished, or `until`; ends before that if some wait for what never happens. `look`, which
  /// may be empty, is called with the beginning of each quantum.
  void run(Picoseconds until = Picoseconds::max(), const std::function<void(Picoseconds)>& look = {});
  /// As far as all can go on in the quantum of `time`, which is in no earlier one than the last.
  void go_on(Picoseconds time);
  [[nodiscard]] Picoseconds quantum_start(Picoseconds time) const {
    return quantum_ * (time.count() / quantum_.count());
  }
  [[nodiscard]] Picoseconds quantum_end(Picoseconds time) const { return quantum_start(time) + quantum_; }
  /// Time of the process that is behind all others that can go on; the largest there is if none can.
  [[nodiscard]] Picoseconds earliest() const;
  [[nodiscard]] bool finished() const;
  /// Processes wait for what never happens.
  [[nodiscard]] bool stuck() const { return !finished() && earliest() == Picoseconds::max(); }
  /// Time of the process that has come furthest.
  [[nodiscard]] Picoseconds now() const;
  [[nodiscard]] const NodeMemory& memory() const { return memory_; }
  /// Something that is no core, as a NIC, writes memory: no cache has `bytes` from `address` on any more.
  void written_from_outside(std::uint64_t address, Bytes bytes) { memory_.written_from_outside(address, bytes); }
  [[nodiscard]] const CopyProcess& process(int p) const { return processes_[static_cast<std::size_t>(p)]; }

 private:
  void run_quantum(Picoseconds end);

  NodeMemory memory_;
  FlagBoard flags_;
  std::vector<CopyProcess> processes_;
  StepSource& source_;
  CopyObserver* observer_;
  CopyWatch* watch_ = nullptr;
  Picoseconds quantum_;
  std::optional<Picoseconds> start_;  ///< start of the present quantum
  std::size_t first_ = 0;             ///< in this quantum
};

}  // namespace tactus
