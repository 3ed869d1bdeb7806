#include "tlm_models/flow/due_times.h"

#include <algorithm>

namespace tactus {

void DueTimes::set(std::int32_t number, Picoseconds time) {
  const auto index = static_cast<std::size_t>(number);
  if (index >= times_.size()) {
    blocks_.resize(index / kBlock + 1);
    times_.resize(blocks_.size() * kBlock, kNever);
  }
  times_[index] = time.count();
  Block& block = blocks_[index / kBlock];
  if (block.stale) return;
  block.stale = true;
  stale_.push_back(index / kBlock);
  holds_ = false;
}

std::uint64_t DueTimes::earliest_of(std::size_t block) const {
  const std::uint64_t* const first = &times_[block * kBlock];
  return *std::min_element(first, first + kBlock);
}

void DueTimes::refresh() {
  for (const std::size_t block : stale_) blocks_[block] = {earliest_of(block), false};
  stale_.clear();
}

Picoseconds DueTimes::earliest() {
  if (!holds_) {
    refresh();
    earliest_ = kNever;
    for (const Block& block : blocks_) earliest_ = std::min(earliest_, block.earliest);
    holds_ = true;
  }
  return Picoseconds{earliest_};
}

void DueTimes::take(Picoseconds time, std::vector<std::int32_t>& numbers) {
  refresh();
  holds_ = false;
  for (std::size_t block = 0; block < blocks_.size(); ++block) {
    if (blocks_[block].earliest > time.count() || blocks_[block].earliest == kNever) continue;
    for (std::size_t index = block * kBlock; index < (block + 1) * kBlock; ++index) {
      if (times_[index] > time.count() || times_[index] == kNever) continue;
      numbers.push_back(static_cast<std::int32_t>(index));
      times_[index] = kNever;
    }
    blocks_[block].earliest = earliest_of(block);
  }
}

}  // namespace tactus
