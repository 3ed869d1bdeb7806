#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace tactus {

/// The last grants of one router output: how many flits have passed it, and how many have come to the buffer behind
/// it, up to a cycle of the recent past. Plain class.
///
/// A packet granted in cycle `g` puts its flits on the output in cycles `g + 1 .. g + flits`, and they are in the next
/// buffer from cycle `g + latency` on. Remembers as many grants as can still have flits on their way.
class RecentGrants {
 public:
  /// `latency`: cycles from a grant to the sampling of the head behind the link. `min_flits`: of the shortest packet.
  RecentGrants(std::uint64_t latency, int min_flits) : latency_(latency) {
    std::size_t places = 1;
    while (places < latency / static_cast<std::uint64_t>(min_flits) + 3) places *= 2;
    grants_.resize(places);
  }

  void add(std::uint64_t granted, int vc, int flits) {
    grants_[next_++ & (grants_.size() - 1)] = {granted, static_cast<std::uint8_t>(vc),
                                               static_cast<std::uint8_t>(flits)};
  }
  /// Flits of granted packets that have not been on the output up to and including cycle `now`.
  [[nodiscard]] int not_sent(std::uint64_t now) const {
    return missing(1, now, [](const Grant&) { return true; });
  }
  /// The same for the buffer of `vc` behind the link.
  [[nodiscard]] int not_arrived(int vc, std::uint64_t now) const {
    return missing(latency_, now, [vc](const Grant& g) { return g.vc == vc; });
  }

 private:
  struct Grant {
    std::uint64_t granted : 48;  ///< 13 days of 4 ns cycles
    std::uint64_t vc : 8;
    std::uint64_t flits : 8;
  };
  /// Flits of the grants that `counts` which have not come by to where the head is `delay` cycles after the grant.
  template <class Counts>
  [[nodiscard]] int missing(std::uint64_t delay, std::uint64_t now, Counts counts) const {
    int sum = 0;
    // From the last one back: they come by one after the other.
    for (std::size_t back = 1; back <= std::min(next_, grants_.size()); ++back) {
      const Grant& g = grants_[(next_ - back) & (grants_.size() - 1)];
      const std::uint64_t head = g.granted + delay;
      if (now + 1 >= head + g.flits) break;
      if (counts(g)) sum += static_cast<int>(g.flits - (now < head ? 0 : now - head + 1));
    }
    return sum;
  }

  std::uint64_t latency_;
  std::vector<Grant> grants_;  ///< a ring; its size is a power of two
  std::size_t next_ = 0;
};

}  // namespace tactus
