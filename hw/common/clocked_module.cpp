#include "hw/common/clocked_module.h"

#include "hw/common/sc_time_conversion.h"

namespace tactus {

ClockedModule::ClockedModule(const sc_core::sc_module_name& name, Picoseconds period)
    : sc_module(name), clk_i("clk_i"), rst_ni("rst_ni"), period_(period) {
  SC_HAS_PROCESS(ClockedModule);
  SC_METHOD(on_clock);
  sensitive << clk_i.pos();
  dont_initialize();
}

Cycles ClockedModule::cycle_now() const {
  return Cycles{to_picoseconds(sc_core::sc_time_stamp()).count() / period_.count()};
}

void ClockedModule::on_clock() {
  // Woken between edges, or in the delta before the edge: returning restores the static sensitivity
  // to the clock, so that the module runs at the next edge with everything else.
  if (!clk_i.posedge()) return;
  if (!rst_ni.read()) {
    reset();
    return;
  }
  const Cycles now = cycle_now();
  const Cycles next = tick(now);
  if (next == now + Cycles{1}) return;
  if (next == kUntilWoken) {
    next_trigger(wake_events_);
  } else {
    const Picoseconds due{next.count() * period_.count()};
    next_trigger(to_sc_time(due) - sc_core::sc_time_stamp(), wake_events_);
  }
}

}  // namespace tactus
