#include "testbench/app/results/wave_lane.h"

namespace tactus {

void WaveLane::before(Picoseconds next) {
  const Picoseconds time = end_of_grain(next);
  if (begun_ || time <= recording_.begins()) return;
  recording_.sample_lane(number_, recording_.begins());
  begun_ = true;
}

void WaveLane::after(Picoseconds now) {
  const Picoseconds time = end_of_grain(now);
  ended_ = ended_ || recording_.over_at(time);
  if (begun_ && !ended_) recording_.sample_lane(number_, time);
}

}  // namespace tactus
