#include "testbench/app/results/wheel_waves.h"

#include <algorithm>
#include <utility>

#include "hw/common/timed_events.h"

namespace tactus {

Clock WheelWaves::grains() { return Clock{Picoseconds{TimedEvents::kGrain}}; }

WheelWaves::WheelWaves(const WavesConfig& waves, std::filesystem::path folder)
    : recording_(waves, grains(), false, std::move(folder)) {}

void WheelWaves::begin(const ProbeList& probes, NextChange next_change, const WaveRecording::MakeFocus& make_focus) {
  next_change_ = std::move(next_change);
  recording_.begin(probes, make_focus);
}

void WheelWaves::before(Picoseconds next) {
  const Cycles until = grains().covering(next);
  if (until <= recording_.first()) return;
  if (!sampled_) sample(recording_.first());
  while (!recording_.ended(grains().cycle_at(now_) + Cycles{1})) {
    const Picoseconds change = next_change_(now_);
    if (change >= next) return;
    const Cycles grain = grains().covering(change);
    if (grain >= until) return;
    sample(grain);
  }
}

void WheelWaves::after(Picoseconds now) {
  const Cycles grain = grains().covering(now);
  if (grain >= recording_.first()) sample(grain);
}

void WheelWaves::sample(Cycles grain) {
  if (recording_.ended(grain)) return;
  now_ = grains().edge(grain);
  sampled_ = true;
  recording_.sample(grain);
}

}  // namespace tactus
