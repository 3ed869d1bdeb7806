#include "tlm_models/traffic/processor.h"

#include <algorithm>
#include <utility>

#include "hw/common/sc_time_conversion.h"

namespace tactus {

Processor::Processor(const sc_core::sc_module_name& name, Clock clock, PacingConfig pacing, std::uint32_t interrupts)
    : sc_module(name),
      csr_isock("csr_isock"),
      clock_(clock),
      pacing_(std::move(pacing)),
      interrupts_(interrupts),
      act_event_("act_event") {
  SC_HAS_PROCESS(Processor);
  SC_METHOD(on_interrupt);
  sensitive << irq_i.pos();
  dont_initialize();
  SC_METHOD(act);
  sensitive << act_event_;
  dont_initialize();
}

void Processor::start_of_simulation() { act_event_.notify(until(kFirstCycle)); }

sc_core::sc_time Processor::until(Cycles cycle) const { return tactus::until(clock_.middle(cycle)); }

void Processor::on_interrupt() {
  const Cycles now = cycle_now(clock_);
  if (now < kFirstCycle) return;  // the first action looks at the line anyway
  // An earlier notification replaces a later one; `act` asks again for what it still waits for.
  const bool middle_passed = to_picoseconds(sc_core::sc_time_stamp()) >= clock_.middle(now);
  act_event_.notify(until(middle_passed ? now + Cycles{1} : now));
}

void Processor::act() {
  const Cycles now = cycle_now(clock_);
  if (now == kFirstCycle) driver().configure(pacing_, interrupts_);
  const bool interrupted = irq_i.read();
  if (interrupted) {
    const std::uint32_t pending = driver().pending_engines();
    for (std::uint32_t rest = pending; rest != 0; rest &= rest - 1) take_completions(__builtin_ctz(rest), now);
  }
  Cycles next = run(now);
  // The line may stay high for what completes at the next edge: then it has no edge of its own to wake this up.
  if (interrupted) next = std::min(next, now + Cycles{1});
  if (next != kOnInterrupt) act_event_.notify(until(next));
}

}  // namespace tactus
