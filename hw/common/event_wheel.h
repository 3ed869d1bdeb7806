#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace tactus {

/// Events by the cycle in which they are due: a wheel of lists for the near future, a heap for what lies beyond.
///
/// Scheduling and taking an event cost a few nanoseconds each, however many are pending: those of a cycle lie
/// several to a line of the cache, and lines are used again last in, first out, so that few of them are in use. Events
/// of one cycle come in no promised order. Memory is proportional to the largest number of events that were pending at
/// once.
template <class Event>
class EventWheel {
 public:
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

  EventWheel() { heads_.fill(kNone); }

  /// `cycle` is later than the last one that was taken.
  void schedule(std::uint64_t cycle, const Event& event) {
    if (cycle - base_ < kBuckets) {
      link(cycle, event);
    } else {
      far_.push_back({cycle, event});
      std::push_heap(far_.begin(), far_.end(), later);
    }
  }

  /// First cycle with an event, or kNever.
  [[nodiscard]] std::uint64_t next_cycle() const {
    const std::uint64_t far = far_.empty() ? kNever : far_.front().cycle;
    return std::min(next_near(), far);
  }

  /// Takes the events of `cycle`, which is what `next_cycle` answered, and calls `visit(const Event&)` for each. It may
  /// schedule more, but for later cycles only.
  template <class Visit>
  void take(std::uint64_t cycle, Visit&& visit) {
    base_ = cycle + 1;
    while (!far_.empty() && far_.front().cycle - cycle < kBuckets) {
      link(far_.front().cycle, far_.front().event);
      std::pop_heap(far_.begin(), far_.end(), later);
      far_.pop_back();
    }
    const std::size_t bucket = cycle % kBuckets;
    occupied_[bucket / 64] &= ~(std::uint64_t{1} << bucket % 64);
    std::int32_t number = heads_[bucket];
    heads_[bucket] = kNone;
    // The last that was scheduled comes first.
    for (std::size_t count = counts_[bucket]; number != kNone; count = kEventsOfLine) {
      const Line taken = lines_[static_cast<std::size_t>(number)];
      lines_[static_cast<std::size_t>(number)].next = free_;
      free_ = number;
      while (count != 0) visit(taken.events[--count]);
      number = taken.next;
    }
  }

 private:
  static constexpr std::uint64_t kBuckets = 1024;
  static constexpr std::int32_t kNone = -1;
  static constexpr std::size_t kLineBytes = 64;
  static constexpr std::size_t kEventsOfLine = std::max<std::size_t>((kLineBytes - 4) / sizeof(Event), 1);
  struct alignas(kLineBytes) Line {
    std::array<Event, kEventsOfLine> events{};
    std::int32_t next = kNone;
  };
  struct Far {
    std::uint64_t cycle = 0;
    Event event{};
  };
  static bool later(const Far& a, const Far& b) { return a.cycle > b.cycle; }

  void link(std::uint64_t cycle, const Event& event) {
    const std::size_t bucket = cycle % kBuckets;
    if (heads_[bucket] == kNone || counts_[bucket] == kEventsOfLine) add_line(bucket);
    lines_[static_cast<std::size_t>(heads_[bucket])].events[counts_[bucket]++] = event;
    occupied_[bucket / 64] |= std::uint64_t{1} << bucket % 64;
  }

  void add_line(std::size_t bucket) {
    std::int32_t number = free_;
    if (number == kNone) {
      number = static_cast<std::int32_t>(lines_.size());
      lines_.emplace_back();
    } else {
      free_ = lines_[static_cast<std::size_t>(number)].next;
    }
    lines_[static_cast<std::size_t>(number)].next = heads_[bucket];
    heads_[bucket] = number;
    counts_[bucket] = 0;
  }

  /// First cycle from `base_` on whose list is not empty.
  [[nodiscard]] std::uint64_t next_near() const {
    const std::size_t first = base_ % kBuckets;
    std::uint64_t word = occupied_[first / 64] & ~std::uint64_t{0} << first % 64;
    for (std::size_t step = 0; step <= kWords; ++step) {
      const std::size_t index = (first / 64 + step) % kWords;
      if (step != 0) word = occupied_[index];
      if (step == kWords) word &= (std::uint64_t{1} << first % 64) - 1;
      if (word == 0) continue;
      const std::size_t bucket = index * 64 + static_cast<std::size_t>(__builtin_ctzll(word));
      return base_ + (bucket + kBuckets - first) % kBuckets;
    }
    return kNever;
  }

  static constexpr std::size_t kWords = kBuckets / 64;
  std::array<std::int32_t, kBuckets> heads_{};    ///< by cycle modulo the number of buckets: its last line
  std::array<std::uint8_t, kBuckets> counts_{};   ///< events in the bucket's last line; the lines before it are full
  std::array<std::uint64_t, kWords> occupied_{};  ///< bit per bucket
  std::vector<Line> lines_;
  std::int32_t free_ = kNone;
  std::vector<Far> far_;
  std::uint64_t base_ = 0;  ///< first cycle that may still be scheduled
};

}  // namespace tactus
