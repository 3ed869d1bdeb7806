#pragma once

#include <cstdint>
#include <vector>

#include "tlm_models/node/copies/copy_node.h"

namespace tactus {

/// The cores of a many-core node as a part of something larger, which gives them work at its own times and is told when
/// each piece of work ends. What falls into the quantum of such a time is executed at once, and accesses of one quantum
/// happen in the order in which they are executed: that is the contract of the quantum (docs/reference/copies.md).
class NodeCores final : private StepSource {
 public:
  struct End {
    int process = 0;
    Picoseconds time;
  };

  /// Process p runs on thread p. The configurations are valid; `observer` outlives this.
  NodeCores(const ManyCoreConfig& node, const CopyProtocolConfig& copy, int processes,
            CopyObserver* observer = nullptr);

  [[nodiscard]] FlagBoard& flags() { return node_.flags(); }
  [[nodiscard]] const FlagBoard& flags() const { return node_.flags(); }
  [[nodiscard]] CopyNode& node() { return node_; }
  [[nodiscard]] const CopyNode& node() const { return node_; }

  /// Has work whose end has not been taken.
  [[nodiscard]] bool at_work(int process) const {
    return works_[static_cast<std::size_t>(process)].state != State::kFree;
  }
  /// From `now` on `process`, which is not at work, carries `steps` out. They wait for nothing that has not happened.
  /// `receives`: with them it has all of a message.
  void give(int process, CopySteps steps, Picoseconds now, bool receives = false);
  /// Executes what falls into the quantum of `now`, which never goes back.
  void go_on(Picoseconds now);
  /// Takes the work that has ended by `now`, in its order.
  std::vector<End> take_ended(Picoseconds now);
  /// When to call these again; Picoseconds::max() if nobody is at work.
  [[nodiscard]] Picoseconds next() const;

 private:
  enum class State : std::uint8_t { kFree, kGiven, kAtWork, kEnded };
  struct Work {
    State state = State::kFree;
    CopySteps steps;  ///< given, not yet begun
    bool receives = false;
    Picoseconds end;
  };

  CopySteps next(int process, Picoseconds now) override;

  std::vector<Work> works_;  ///< by process
  CopyNode node_;
};

}  // namespace tactus
