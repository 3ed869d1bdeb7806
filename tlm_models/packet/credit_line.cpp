#include "tlm_models/packet/credit_line.h"

#include <algorithm>

namespace tactus {

int CreditLine::collect(std::uint64_t now) {
  int sum = 0;
  std::size_t kept = 0;
  for (CreditStream& stream : streams_) {
    const int come = stream.arrived(now);
    sum += come;
    stream.left -= come;
    if (stream.left == 0) continue;
    stream.next = std::max(stream.next, now + 1);
    streams_[kept++] = stream;
  }
  streams_.resize(kept);
  return sum;
}

std::uint64_t CreditLine::when(int wanted) const {
  int under_way = 0;
  std::uint64_t low = kNever;
  std::uint64_t high = 0;
  for (const CreditStream& stream : streams_) {
    under_way += stream.left;
    low = std::min(low, stream.next);
    high = std::max(high, stream.next + static_cast<std::uint64_t>(stream.burst ? 0 : stream.left - 1));
  }
  if (under_way < wanted) return kNever;
  if (streams_.size() == 1) {
    const CreditStream& only = streams_.front();
    return only.next + static_cast<std::uint64_t>(only.burst ? 0 : wanted - 1);
  }
  // The number of credits that have come grows with time: bisect.
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    int come = 0;
    for (const CreditStream& stream : streams_) come += stream.arrived(middle);
    if (come >= wanted) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

}  // namespace tactus
