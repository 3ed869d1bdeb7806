#include "tlm_models/packet/credit_line.h"

namespace tactus {

void CreditLine::add_crowded(const CreditStream& stream) {
  CreditStream& last = has_far() ? far_->back() : near_.back();
  if (last.continued_by(stream)) {
    last.left += stream.left;
    return;
  }
  if (!far_) far_ = std::make_unique<std::vector<CreditStream>>();
  far_->push_back(stream);
}

int CreditLine::collect_all(std::uint64_t now) {
  int sum = 0;
  for (CreditStream& stream : near_) {
    if (stream.left != 0) sum += stream.collect(now);
  }
  for (CreditStream& stream : *far_) sum += stream.collect(now);
  remove_ended();
  return sum;
}

void CreditLine::remove_ended() {
  const auto has_ended = [](const CreditStream& stream) { return stream.left == 0; };
  auto end = std::remove_if(near_.begin(), near_.end(), has_ended);
  far_->erase(std::remove_if(far_->begin(), far_->end(), has_ended), far_->end());
  while (end != near_.end() && !far_->empty()) {
    *end++ = far_->front();
    far_->erase(far_->begin());
  }
  std::fill(end, near_.end(), CreditStream{});
}

int CreditLine::arrived_far(std::uint64_t now) const {
  int sum = 0;
  for (const CreditStream& stream : *far_) sum += stream.arrived(now);
  return sum;
}

std::uint64_t CreditLine::next_after(std::uint64_t now) const {
  std::uint64_t next = kNever;
  for (const CreditStream& stream : near_) next = std::min(next, stream.next_after(now));
  if (far_) {
    for (const CreditStream& stream : *far_) next = std::min(next, stream.next_after(now));
  }
  return next;
}

std::uint64_t CreditLine::when_of_mixed(int wanted) const {
  int under_way = 0;
  std::uint64_t low = kNever;
  std::uint64_t high = 0;
  const auto include = [&](const CreditStream& stream) {
    if (stream.left == 0) return;
    under_way += stream.left;
    low = std::min(low, stream.next);
    high = std::max(high, stream.when(stream.left));
  };
  for (const CreditStream& stream : near_) include(stream);
  if (far_) {
    for (const CreditStream& stream : *far_) include(stream);
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
