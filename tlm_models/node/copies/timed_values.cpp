#include "tlm_models/node/copies/timed_values.h"

namespace tactus {

void TimedValues::begin(Picoseconds zero, Picoseconds first) {
  zero_ = zero;
  first_ = first;
  kept_.clear();
  std::fill(values_.begin(), values_.end(), std::uint64_t{0});
}

void TimedValues::happen(Picoseconds end, WheelWatcher& watcher) {
  if (!watcher.wants(zero_ + end)) {
    const auto later =
        std::stable_partition(kept_.begin(), kept_.end(), [end](const Change& c) { return c.time < end; });
    // Values of different processes are different ones: their order means nothing if nobody looks.
    for (auto change = kept_.begin(); change != later; ++change) apply(*change);
    kept_.erase(kept_.begin(), later);
    return;
  }
  std::stable_sort(kept_.begin(), kept_.end(), [](const Change& a, const Change& b) { return a.time < b.time; });
  auto change = kept_.begin();
  while (change != kept_.end() && change->time < end) {
    const Picoseconds time = time_of(*change);
    const Cycles grain = grains_.covering(time);
    watcher.before(time);
    for (; change != kept_.end() && change->time < end && grains_.covering(time_of(*change)) == grain; ++change) {
      apply(*change);
    }
    watcher.after(time);
  }
  kept_.erase(kept_.begin(), change);
}

}  // namespace tactus
