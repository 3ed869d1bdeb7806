#include "testbench/app/attribution/credit_history.h"

#include <algorithm>

namespace tactus {

int CreditHistory::at(std::uint64_t edge) const {
  int credits = base_;
  for (const Change& change : changes_) {
    if (change.edge > edge) continue;
    const bool whole = change.ramp <= edge - change.edge;
    credits += whole ? change.flits : static_cast<int>(edge - change.edge) + 1;
  }
  return credits;
}

std::uint64_t CreditHistory::first_room(std::uint64_t begin, std::uint64_t end, int flits) const {
  while (begin < end) {
    const std::uint64_t middle = begin + (end - begin) / 2;
    if (at(middle) >= flits) {
      end = middle;
    } else {
      begin = middle + 1;
    }
  }
  return begin;
}

void CreditHistory::forget_before(std::uint64_t edge) {
  const auto over = [this, edge](const Change& change) {
    if (change.edge + change.ramp >= edge) return false;
    base_ += change.flits;
    return true;
  };
  changes_.erase(std::remove_if(changes_.begin(), changes_.end(), over), changes_.end());
}

}  // namespace tactus
