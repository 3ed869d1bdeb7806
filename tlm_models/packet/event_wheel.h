#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace tactus {

/// Events by the cycle in which they are due: a wheel of buckets for the near future, a heap for what lies beyond.
///
/// Scheduling and taking an event cost a few nanoseconds each, however many are pending. Events of one cycle come in no
/// promised order. Memory is proportional to the largest number of events that were pending at once.
template <class Event>
class EventWheel {
 public:
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

  EventWheel() : buckets_(kBuckets) {}

  [[nodiscard]] bool empty() const { return near_ == 0 && far_.empty(); }

  /// `cycle` is later than the last one that was taken.
  void schedule(std::uint64_t cycle, const Event& event) {
    if (cycle - base_ < kBuckets) {
      bucket(cycle).push_back(event);
      search_ = std::min(search_, cycle);
      ++near_;
    } else {
      far_.push_back({cycle, event});
      std::push_heap(far_.begin(), far_.end(), later);
    }
  }

  /// First cycle with an event, or kNever.
  [[nodiscard]] std::uint64_t next_cycle() {
    const std::uint64_t far = far_.empty() ? kNever : far_.front().cycle;
    if (near_ == 0) return far;
    while (bucket(search_).empty()) ++search_;
    return std::min(search_, far);
  }

  /// Takes the events of `cycle`, which is what `next_cycle` answered. They stay valid until the next call.
  const std::vector<Event>& take(std::uint64_t cycle) {
    base_ = search_ = cycle + 1;
    taken_.clear();
    taken_.swap(bucket(cycle));
    near_ -= taken_.size();
    while (!far_.empty() && far_.front().cycle == cycle) {
      taken_.push_back(far_.front().event);
      pop_far();
    }
    // What has come near moves into the wheel, so that it is found in order.
    while (!far_.empty() && far_.front().cycle - base_ < kBuckets) {
      bucket(far_.front().cycle).push_back(far_.front().event);
      ++near_;
      pop_far();
    }
    return taken_;
  }

 private:
  static constexpr std::uint64_t kBuckets = 1024;
  struct Far {
    std::uint64_t cycle;
    Event event;
  };
  static bool later(const Far& a, const Far& b) { return a.cycle > b.cycle; }
  std::vector<Event>& bucket(std::uint64_t cycle) { return buckets_[cycle % kBuckets]; }
  void pop_far() {
    std::pop_heap(far_.begin(), far_.end(), later);
    far_.pop_back();
  }

  std::vector<std::vector<Event>> buckets_;
  std::vector<Far> far_;
  std::vector<Event> taken_;
  std::uint64_t base_ = 0;    ///< first cycle that may still be scheduled
  std::uint64_t search_ = 0;  ///< no near event lies before
  std::size_t near_ = 0;
};

}  // namespace tactus
