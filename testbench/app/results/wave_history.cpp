#include "testbench/app/results/wave_history.h"

#include <algorithm>

namespace tactus {

WaveHistory::WaveHistory(Cycles before, Bytes memory) : before_(before), memory_(memory) {}

void WaveHistory::add(Cycles cycle, const WaveChanges& changes) {
  last_ = cycle;
  if (base_.empty()) {
    base_ = changes;
    first_ = last_change_ = cycle;
    return;
  }
  if (changes.empty()) return;
  last_change_ = cycle;
  marks_.push_back({cycle, changes.size()});
  changes_.insert(changes_.end(), changes.begin(), changes.end());
  const Cycles wanted = cycle > before_ ? cycle - before_ : Cycles{0};
  while (!marks_.empty() && marks_.front().cycle <= wanted) forget_oldest();
  first_ = std::max(first_, wanted);
  while (used() > memory_ && !marks_.empty()) forget_oldest();
}

void WaveHistory::forget_oldest() {
  for (std::size_t i = 0; i < marks_.front().changes; ++i, changes_.pop_front()) {
    base_[place_of(changes_.front())] = changes_.front();
  }
  first_ = marks_.front().cycle;
  marks_.pop_front();
}

}  // namespace tactus
