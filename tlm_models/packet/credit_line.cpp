#include "tlm_models/packet/credit_line.h"

namespace tactus {

void CreditLine::add(const CreditStream& stream) {
  if (far_ && !far_->empty()) {
    if (far_->back().continued_by(stream)) {
      far_->back().left += stream.left;
    } else {
      far_->push_back(stream);
    }
    return;
  }
  for (std::size_t i = 0; i < kNear; ++i) {
    if (near_[i].left == 0) {
      near_[i] = stream;
      return;
    }
    const bool last = i + 1 == kNear || near_[i + 1].left == 0;
    if (last && near_[i].continued_by(stream)) {
      near_[i].left += stream.left;
      return;
    }
  }
  if (!far_) far_ = std::make_unique<std::vector<CreditStream>>();
  far_->push_back(stream);
}

int CreditLine::collect(std::uint64_t now) {
  int sum = 0;
  bool ended = false;
  for (CreditStream& stream : near_) {
    if (stream.left == 0) break;
    sum += stream.collect(now);
    ended = ended || stream.left == 0;
  }
  if (far_) {
    for (CreditStream& stream : *far_) sum += stream.collect(now);
  }
  if (ended) remove_ended();
  return sum;
}

void CreditLine::remove_ended() {
  const auto has_ended = [](const CreditStream& stream) { return stream.left == 0; };
  auto end = std::remove_if(near_.begin(), near_.end(), has_ended);
  if (far_) {
    far_->erase(std::remove_if(far_->begin(), far_->end(), has_ended), far_->end());
    while (end != near_.end() && !far_->empty()) {
      *end++ = far_->front();
      far_->erase(far_->begin());
    }
  }
  std::fill(end, near_.end(), CreditStream{});
}

int CreditLine::arrived_far(std::uint64_t now) const {
  int sum = 0;
  for (const CreditStream& stream : *far_) sum += stream.arrived(now);
  return sum;
}

std::uint64_t CreditLine::when(int wanted) const {
  if (far_ && !far_->empty()) return when_of_mixed(wanted);
  std::uint64_t found = kNever;
  std::uint64_t ended = 0;
  int before = 0;
  for (const CreditStream& stream : near_) {
    if (stream.left == 0) break;
    if (stream.next < ended) return when_of_mixed(wanted);
    if (before < wanted && wanted <= before + stream.left) found = stream.when(wanted - before);
    before += stream.left;
    ended = stream.when(stream.left);
  }
  return found;
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
