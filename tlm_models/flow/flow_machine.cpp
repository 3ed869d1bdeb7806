#include "tlm_models/flow/flow_machine.h"

#include <algorithm>
#include <utility>

namespace tactus {

FlowMachine::FlowMachine(FlowNetwork& network, const FlowTopology& topology, FlowMachineConfig config,
                         const RankMap& map, TrafficObserver* observer)
    : config_(std::move(config)), map_(map), observer_(observer), port_(network, topology, config_, map) {}

void FlowMachine::add(RankSetup setup) {
  const int processor = static_cast<int>(runs_.size());
  runs_.push_back({{std::move(setup), config_.software, port_, observer_}});
  make_ready(processor);
}

Picoseconds FlowMachine::next() {
  if (!ready_.empty()) return now();
  const Picoseconds event = port_.next();
  return wakes_.empty() ? event : std::min(event, wakes_.earliest());
}

void FlowMachine::step() {
  const Picoseconds time = next();
  // What has become complete first, then the ranks: as processors do.
  if (ready_.empty()) {
    for (const FlowEvent& event : port_.advance_to(time)) tell(port_.apply(event));
    while (const auto happening = port_.end_copy()) tell(*happening);
  }
  wake_up(time);
  for (const int processor : ready_) run(processor);
  ready_.clear();
}

void FlowMachine::tell(const FlowPort::Happening& happening) {
  if (happening.sent) {
    const int processor = map_.processor(happening.sent->rank);
    if (run_on(processor).interpreter.sent(happening.sent->operation)) make_ready(processor);
  }
  if (happening.receive) {
    const int processor = map_.processor(happening.receive->rank);
    if (run_on(processor).interpreter.received(happening.receive->receive)) make_ready(processor);
  }
}

void FlowMachine::make_ready(int processor) {
  if (std::exchange(run_on(processor).ready, true)) return;
  ready_.push_back(processor);
}

void FlowMachine::wake_up(Picoseconds time) {
  woken_.clear();
  wakes_.take(time, woken_);
  // Where all go in step they have come in that order.
  if (!std::is_sorted(woken_.begin(), woken_.end())) std::sort(woken_.begin(), woken_.end());
  for (const int processor : woken_) make_ready(processor);
}

void FlowMachine::run(int processor) {
  Run& self = run_on(processor);
  self.ready = false;
  if (self.interpreter.finished()) return;
  const Picoseconds due = self.interpreter.run();
  if (self.interpreter.finished()) ++finished_;
  if (due == RankInterpreter::kOnCompletion) return;
  if (std::exchange(self.wake, due) != due) wakes_.push(due, processor);
}

}  // namespace tactus
