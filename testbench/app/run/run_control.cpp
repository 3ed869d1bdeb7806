#include "testbench/app/run/run_control.h"

#include <systemc>

namespace tactus {

Cycles RunControl::look(const Look& look) {
  constexpr Cycles kBetweenLooks{64};
  if (also_) also_(look.time);
  if (run_.finished()) {
    sc_core::sc_stop();
    return Cycles::max();
  }
  Look until = look;
  until.still_until = std::min(look.still_until, run_.finished_by_time());
  return until.next(kBetweenLooks);
}

}  // namespace tactus
