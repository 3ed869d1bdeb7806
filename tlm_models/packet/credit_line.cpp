#include "tlm_models/packet/credit_line.h"

namespace tactus {

int CreditLine::collect_more(std::uint64_t now) {
  int sum = 0;
  for (CreditStream& stream : *more_) sum += stream.collect(now);
  more_->erase(std::remove_if(more_->begin(), more_->end(), [](const CreditStream& s) { return s.left == 0; }),
               more_->end());
  if (first_.left == 0 && !more_->empty()) {
    first_ = more_->front();
    more_->erase(more_->begin());
  }
  return sum;
}

int CreditLine::arrived_more(std::uint64_t now) const {
  int sum = 0;
  for (const CreditStream& stream : *more_) sum += stream.arrived(now);
  return sum;
}

std::uint64_t CreditLine::when_of_all(int wanted) const {
  int under_way = first_.left;
  std::uint64_t low = first_.next;
  std::uint64_t high = first_.when(first_.left);
  for (const CreditStream& stream : *more_) {
    under_way += stream.left;
    low = std::min(low, stream.next);
    high = std::max(high, stream.when(stream.left));
  }
  if (under_way < wanted) return kNever;
  // The number of credits that have come grows with time: bisect.
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (arrived(middle) >= wanted) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

}  // namespace tactus
