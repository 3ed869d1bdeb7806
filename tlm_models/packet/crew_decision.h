#pragma once

#include <algorithm>
#include <cstdint>

namespace tactus {

/// Whether all threads execute the next window, or the one that calls does it alone. Plain class.
///
/// With few events in a window one thread is faster. The average of many windows decides, and not each by itself: a
/// change takes each region's state to another core's cache, and threads that sleep are woken for it.
///
/// On a machine that is busy with other work, a window waits for a thread whose core somebody else has, which takes as
/// long as hundreds of windows do. After a few such waits the calling thread goes on alone, each time for longer.
class CrewDecision {
 public:
  static constexpr std::uint64_t kWindows = 256;  ///< between two decisions
  static constexpr std::uint64_t kLongWaits = 4;  ///< between two decisions: more than a machine's own
  static constexpr std::uint64_t kFirstRest = 4;  ///< decisions that are passed over then
  static constexpr std::uint64_t kLongestRest = 512;

  /// All threads work from `worth_events` of a window on, and go on until it has less than half of them. 0: always,
  /// however long they wait.
  explicit CrewDecision(std::uint64_t worth_events) : worth_events_(worth_events), all_work_(worth_events == 0) {}

  /// A window had `events` in all regions, and `most` of them in one: the others are what more threads are for.
  void count(std::uint64_t events, std::uint64_t most) {
    events_ += events - most;
    if (++windows_ < kWindows) return;
    if (resting_ > 0) {
      --resting_;
    } else {
      if (all_work_) rest_ = kFirstRest;
      all_work_ = events_ / kWindows >= (all_work_ ? worth_events_ / 2 : worth_events_);
    }
    windows_ = events_ = long_waits_ = 0;
  }
  /// In a window that all worked in, one thread waited long for the others.
  void waited_long() {
    if (worth_events_ == 0 || ++long_waits_ < kLongWaits) return;
    all_work_ = false;
    resting_ = rest_;
    rest_ = std::min(2 * rest_, kLongestRest);
  }
  [[nodiscard]] bool all_work() const { return all_work_; }

 private:
  std::uint64_t worth_events_;
  bool all_work_;
  // Since the last decision.
  std::uint64_t windows_ = 0;
  std::uint64_t events_ = 0;  ///< that more threads are for
  std::uint64_t long_waits_ = 0;
  std::uint64_t resting_ = 0;        ///< decisions to be passed over
  std::uint64_t rest_ = kFirstRest;  ///< the next time
};

}  // namespace tactus
