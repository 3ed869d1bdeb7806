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
    grants_[next_++ & (grants_.size() - 1)] = {granted, static_cast<std::uint16_t>(vc),
                                               static_cast<std::uint16_t>(flits)};
  }
  /// Flits of granted packets that have not been on the output up to and including cycle `now`.
  [[nodiscard]] int not_sent(std::uint64_t now) const {
    int sum = 0;
    for (const Grant& g : grants_) sum += g.flits - passed(g, g.granted + 1, now);
    return sum;
  }
  /// The same for the buffer of `vc` behind the link.
  [[nodiscard]] int not_arrived(int vc, std::uint64_t now) const {
    int sum = 0;
    for (const Grant& g : grants_) {
      if (g.vc == vc) sum += g.flits - passed(g, g.granted + latency_, now);
    }
    return sum;
  }

 private:
  struct Grant {
    std::uint64_t granted = 0;
    std::uint16_t vc = 0;
    std::uint16_t flits = 0;
  };
  static int passed(const Grant& g, std::uint64_t head, std::uint64_t now) {
    return now < head ? 0 : static_cast<int>(std::min<std::uint64_t>(now - head + 1, g.flits));
  }

  std::uint64_t latency_;
  std::vector<Grant> grants_;  ///< a ring; its size is a power of two
  std::size_t next_ = 0;
};

}  // namespace tactus
