#pragma once

#include <cstdint>

namespace tactus {

/// Whether all threads execute the next window, or the one that calls does it alone. Plain class.
///
/// With few events in a window one thread is faster. The average of many windows decides, and not each by itself: a
/// change takes each region's state to another core's cache, and threads that sleep are woken for it.
class CrewDecision {
 public:
  static constexpr std::uint64_t kWindows = 256;  ///< between two decisions

  /// All threads work from `worth_events` of a window on, and go on until it has less than half of them. 0: always.
  explicit CrewDecision(std::uint64_t worth_events) : worth_events_(worth_events), all_work_(worth_events == 0) {}

  /// A window had `events` in all regions, and `most` of them in one: the others are what more threads are for.
  void count(std::uint64_t events, std::uint64_t most) {
    events_ += events - most;
    if (++windows_ < kWindows) return;
    all_work_ = events_ / kWindows >= (all_work_ ? worth_events_ / 2 : worth_events_);
    windows_ = events_ = 0;
  }
  [[nodiscard]] bool all_work() const { return all_work_; }

 private:
  std::uint64_t worth_events_;
  bool all_work_;
  std::uint64_t windows_ = 0;  ///< since the last decision
  std::uint64_t events_ = 0;   ///< in these, that more threads are for
};

}  // namespace tactus
