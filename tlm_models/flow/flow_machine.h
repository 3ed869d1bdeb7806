#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "tlm_models/flow/flow_port.h"
#include "tlm_models/flow/timed_batches.h"
#include "tlm_models/traffic/rank_interpreter.h"

namespace tactus {

/// A flow network and the ranks that execute their programs on it, without SystemC.
///
/// At each point in time what has become complete is told first, that of the network before copies within nodes; then
/// ranks act. Times are picoseconds; observers are told the cycle that contains them. Reference:
/// docs/reference/flow_level.md.
class FlowMachine {
 public:
  /// All arguments by reference must outlive the machine; nobody else uses `network`. `observer` may be null.
  FlowMachine(FlowNetwork& network, const FlowTopology& topology, FlowMachineConfig config, const RankMap& map,
              TrafficObserver* observer);

  /// Tells `observer`, which must outlive the machine, of messages and flows. To be called before `step`.
  void observe(FlowObserver* observer) { port_.observe(observer); }
  /// Adds what the next processor executes, from 0 on: the rank that the map puts there.
  void add(RankSetup setup);

  /// When something happens next; Picoseconds::max() if nothing does any more.
  [[nodiscard]] Picoseconds next();
  /// Goes on to `next()`, which exists, and does what is due then.
  void step();
  /// Goes on to `time`, before `next()`.
  void rest_until(Picoseconds time) { port_.advance_to(time); }

  [[nodiscard]] Picoseconds now() const { return port_.now(); }
  [[nodiscard]] bool finished() const { return finished_ == runs_.size(); }
  /// The messages.
  [[nodiscard]] const FlowPort& port() const { return port_; }
  /// By processor.
  [[nodiscard]] const RankInterpreter& rank_on(int processor) const {
    return runs_[static_cast<std::size_t>(processor)].interpreter;
  }

 private:
  struct Run {
    RankInterpreter interpreter;
    Picoseconds wake{};  ///< the last one asked for
    bool ready = false;  ///< in `ready_`
  };
  Run& run_on(int processor) { return runs_[static_cast<std::size_t>(processor)]; }
  void make_ready(int processor);
  void wake_up(Picoseconds time);
  void run(int processor);
  void tell(const FlowPort::Happening& happening);

  FlowMachineConfig config_;
  const RankMap& map_;
  TrafficObserver* observer_;
  FlowPort port_;
  std::deque<Run> runs_;     ///< by processor
  std::vector<int> ready_;   ///< processors to run at the present time
  TimedBatches<int> wakes_;  ///< processors
  std::vector<int> woken_;   ///< room to work in
  std::size_t finished_ = 0;
};

}  // namespace tactus
