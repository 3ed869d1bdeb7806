#include "testbench/support/run_control.h"

#include "hw/common/sc_time_conversion.h"

namespace tactus {

RunControl::RunControl(const sc_core::sc_module_name& name, Picoseconds clock, std::function<bool()> finished)
    : sc_module(name), clock_(clock), finished_(std::move(finished)) {
  SC_HAS_PROCESS(RunControl);
  SC_METHOD(look);
}

void RunControl::look() {
  constexpr std::uint64_t kCyclesBetweenLooks = 64;
  if (sc_core::sc_time_stamp() == sc_core::SC_ZERO_TIME) {
    next_trigger(to_sc_time(Picoseconds{clock_.count() / 2}));
    return;
  }
  if (finished_()) {
    sc_core::sc_stop();
  } else {
    next_trigger(to_sc_time(clock_ * kCyclesBetweenLooks));
  }
}

}  // namespace tactus
