#include "hw/common/clock_pins.h"

#include "hw/common/sc_time_conversion.h"

namespace tactus {

ClockPins::ClockPins(const sc_core::sc_module_name& name, ClockDomain& domain)
    : ClockedModule(name, domain), clk_o("clk_o"), rst_no("rst_no"), edge_event_("edge") {
  SC_HAS_PROCESS(ClockPins);
  SC_METHOD(drive);
  sensitive << edge_event_;
  dont_initialize();
}

Cycles ClockPins::tick(Cycles now) {
  rise(false);
  return now + Cycles{1};
}

void ClockPins::reset() { rise(true); }

void ClockPins::rise(bool in_reset) {
  rises_ = true;
  in_reset_ = in_reset;
  edge_event_.notify();
}

void ClockPins::drive() {
  clk_o.write(rises_);
  rst_no.write(!(rises_ ? in_reset_ : domain().in_reset()));
  if (rises_) next_trigger(until(clock().middle(tactus::cycle_now(clock()))));
  rises_ = false;
}

}  // namespace tactus
