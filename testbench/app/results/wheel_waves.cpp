#include "testbench/app/results/wheel_waves.h"

#include <algorithm>
#include <utility>

#include "hw/common/timed_events.h"

namespace tactus {

Clock WheelWaves::grains() { return Clock{Picoseconds{TimedEvents::kGrain}}; }

WheelWaves::WheelWaves(const WavesConfig& waves, std::filesystem::path folder, Clock grain)
    : grain_(grain), recording_(waves, grain, false, std::move(folder)) {}

void WheelWaves::begin(const ProbeList& probes, NextChange next_change, const WaveRecording::MakeFocus& make_focus,
                       const MakeWaveTexts& make_texts) {
  next_change_ = std::move(next_change);
  recording_.begin(probes, make_focus, make_texts);
}

void WheelWaves::before(Picoseconds next) {
  const Cycles until = grain_.covering(next);
  if (ended_ || until <= recording_.first()) return;
  if (!sampled_) sample(recording_.first());
  const Cycles seen = grain_.cycle_at(now_) + Cycles{1};
  if (touched_ && seen < until) sample(seen);
  while (true) {
    const Picoseconds change = next_change_(now_);
    const Cycles grain = grain_.covering(std::min(change, next));
    if (grain >= until || recording_.ended(grain)) break;
    sample(grain);
  }
  recording_.hold(until);
  // What happens from now on is behind the window.
  ended_ = recording_.ended(until);
}

void WheelWaves::after(Picoseconds now) {
  const Cycles grain = grain_.covering(now);
  if (!ended_ && grain >= recording_.first()) sample(grain);
}

void WheelWaves::sample(Cycles grain) {
  if (recording_.ended(grain)) return;  // as the event was found a moment ago
  now_ = grain_.edge(grain);
  sampled_ = true;
  touched_ = false;
  recording_.sample(grain);
}

}  // namespace tactus
