#include "testbench/app/run/run_control.h"

#include <algorithm>

#include "hw/common/sc_time_conversion.h"

namespace tactus {

RunControl::RunControl(const sc_core::sc_module_name& name, Picoseconds clock, std::optional<Picoseconds> end,
                       std::function<bool()> finished, std::function<void(Picoseconds)> also)
    : sc_module(name), clock_(clock), end_(end), finished_(std::move(finished)), also_(std::move(also)) {
  SC_HAS_PROCESS(RunControl);
  SC_METHOD(look);
}

void RunControl::look() {
  constexpr std::uint64_t kCyclesBetweenLooks = 64;
  if (sc_core::sc_time_stamp() == sc_core::SC_ZERO_TIME) {
    next_trigger(to_sc_time(Picoseconds{clock_.count() / 2}));
    return;
  }
  if (also_) also_(to_picoseconds(sc_core::sc_time_stamp()));
  if (finished_()) {
    sc_core::sc_stop();
  } else {
    const sc_core::sc_time next = to_sc_time(clock_ * kCyclesBetweenLooks);
    const sc_core::sc_time now = sc_core::sc_time_stamp();
    next_trigger(end_ && to_sc_time(*end_) > now ? std::min(next, to_sc_time(*end_) - now) : next);
  }
}

}  // namespace tactus
