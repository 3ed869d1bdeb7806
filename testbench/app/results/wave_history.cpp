#include "testbench/app/results/wave_history.h"

#include <algorithm>

namespace tactus {

WaveHistory::WaveHistory(Cycles before, Bytes memory) : before_(before), memory_(memory) {}

void WaveHistory::add(Cycles cycle, const WaveChanges& changes) {
  last_ = cycle;
  if (base_.empty()) {
    const auto later =
        std::find_if(changes.begin(), changes.end(), [](const WaveChange& change) { return change.after != 0; });
    base_.assign(changes.begin(), later);
    first_ = last_change_ = cycle;
    return remember(cycle, later, changes.end());
  }
  if (changes.empty()) return;
  last_change_ = cycle;
  remember(cycle, changes.begin(), changes.end());
  const Cycles wanted = cycle > before_ ? cycle - before_ : Cycles{0};
  while (!marks_.empty() && oldest_over() <= wanted) forget_oldest();
  first_ = std::max(first_, wanted);
  while (used() > memory_ && !marks_.empty()) forget_oldest();
}

void WaveHistory::remember(Cycles cycle, WaveChanges::const_iterator begin, WaveChanges::const_iterator end) {
  if (begin == end) return;
  marks_.push_back({cycle, static_cast<std::size_t>(end - begin)});
  changes_.insert(changes_.end(), begin, end);
}

void WaveHistory::forget_oldest() {
  first_ = std::max(first_, oldest_over());
  for (std::size_t i = 0; i < marks_.front().changes; ++i, changes_.pop_front()) take_into(base_, changes_.front());
  marks_.pop_front();
}

}  // namespace tactus
