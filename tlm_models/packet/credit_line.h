#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace tactus {

/// Credits on their way back: one per cycle from cycle `next` on, or all of them in cycle `next`.
struct CreditStream {
  std::uint64_t next = 0;
  int left = 0;
  bool burst = false;

  /// Credits that have come up to and including `now`.
  [[nodiscard]] int arrived(std::uint64_t now) const {
    if (now < next) return 0;
    if (burst) return left;
    const std::uint64_t cycles = now - next + 1;
    return cycles < static_cast<std::uint64_t>(left) ? static_cast<int>(cycles) : left;
  }
  /// First cycle by which `wanted` (1 .. left) have come.
  [[nodiscard]] std::uint64_t when(int wanted) const {
    return next + static_cast<std::uint64_t>(burst ? 0 : wanted - 1);
  }
  /// First cycle after `now` in which more comes, or the largest number.
  [[nodiscard]] std::uint64_t next_after(std::uint64_t now) const {
    return arrived(now) == left ? std::numeric_limits<std::uint64_t>::max() : std::max(next, now + 1);
  }
  /// Takes what has come up to and including `now`.
  int collect(std::uint64_t now) {
    const int come = arrived(now);
    left -= come;
    next = std::max(next, now + 1);
    return come;
  }
  /// `other` goes on where this one ends.
  [[nodiscard]] bool continued_by(const CreditStream& other) const {
    return !burst && !other.burst && next + static_cast<std::uint64_t>(left) == other.next;
  }
};

/// Credits of one VC buffer that is drained packet by packet, known in advance: a packet granted downstream gives its
/// credits back one per cycle from a known cycle on. Plain class. Nearly always there are three streams at most; a
/// buffer that is drained without a pause gives one long one.
class CreditLine {
 public:
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

  [[nodiscard]] bool empty() const { return near_[0].left == 0; }
  /// The next stream has no place with the others, unless it goes on where the last one ends.
  [[nodiscard]] bool crowded() const { return near_[kNear - 1].left != 0; }
  void add(const CreditStream& stream) {
    if (crowded()) return add_crowded(stream);
    std::size_t place = 0;
    while (near_[place].left != 0) ++place;
    if (place != 0 && near_[place - 1].continued_by(stream)) {
      near_[place - 1].left += stream.left;
    } else {
      near_[place] = stream;
    }
  }
  /// Takes what has come up to and including `now`.
  int collect(std::uint64_t now) {
    if (has_far()) return collect_all(now);
    int sum = 0;
    std::size_t kept = 0;
    for (CreditStream& stream : near_) {
      if (stream.left == 0) break;
      if (stream.next <= now) sum += stream.collect(now);
      if (stream.left != 0) near_[kept++] = stream;
    }
    for (; kept < kNear; ++kept) near_[kept].left = 0;
    return sum;
  }
  /// Credits that have come up to and including `now` and have not been taken.
  [[nodiscard]] int arrived(std::uint64_t now) const {
    int sum = 0;
    for (const CreditStream& stream : near_) {
      if (stream.left == 0) return sum;
      sum += stream.arrived(now);
    }
    return has_far() ? sum + arrived_far(now) : sum;
  }
  /// First cycle after `now` in which more comes, or kNever.
  [[nodiscard]] std::uint64_t next_after(std::uint64_t now) const;
  /// First cycle by which `wanted` (at least 1) more credits will have come, or kNever if so many are not under way.
  [[nodiscard]] std::uint64_t when(int wanted) const {
    if (has_far()) return when_of_mixed(wanted);
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

 private:
  static constexpr std::size_t kNear = 3;

  [[nodiscard]] bool has_far() const { return far_ != nullptr && !far_->empty(); }
  void add_crowded(const CreditStream& stream);
  int collect_all(std::uint64_t now);
  void remove_ended();
  [[nodiscard]] int arrived_far(std::uint64_t now) const;
  [[nodiscard]] std::uint64_t when_of_mixed(int wanted) const;

  std::array<CreditStream, kNear> near_;            ///< the first that were added; `left` is 0 behind the last
  std::unique_ptr<std::vector<CreditStream>> far_;  ///< the others; made when first needed
};

}  // namespace tactus
