#pragma once

#include <algorithm>
#include <cstdint>

#include "hw/common/event_wheel.h"
#include "hw/common/units.h"

namespace tactus {

/// Something that asks `TimedEvents` to be called later.
class TimedPart {
 public:
  virtual ~TimedPart() = default;
  /// The event that `at(..., what)` asked for has come; `now` is not earlier than the time asked for, and less than a
  /// grain later.
  virtual void due(std::uint32_t what, Picoseconds now) = 0;
};

/// Event wheel of parts that work in picoseconds.
///
/// Times are exact; what happens within one grain of 256 ps is executed together. So a part may find at `now` that
/// something could have begun up to a grain ago, and lets it begin then: rates do not suffer from the grain, only the
/// order of decisions does. Events of one grain are executed in an order that is the same in every run, but not that
/// of their times.
class TimedEvents {
 public:
  /// Calls `part.due(what, ...)` at `time`; at the next grain if that is not in the future.
  void at(Picoseconds time, TimedPart& part, std::uint32_t what) {
    const std::uint64_t grain = std::max((time.count() + kGrain - 1) / kGrain, next_);
    wheel_.schedule(grain, {&part, what});
  }
  /// Start of the grain that is being executed, or was last.
  [[nodiscard]] Picoseconds now() const { return Picoseconds{(next_ - 1) * kGrain}; }
  [[nodiscard]] bool empty() const { return wheel_.next_cycle() == EventWheel<Event>::kNever; }
  /// When there is something to do next; `Picoseconds::max()` if never.
  [[nodiscard]] Picoseconds next() const {
    return empty() ? Picoseconds::max() : Picoseconds{wheel_.next_cycle() * kGrain};
  }
  /// Executes the next grain that has events; there is one.
  void step() {
    const std::uint64_t grain = wheel_.next_cycle();
    next_ = grain + 1;
    wheel_.take(grain, [&](const Event& event) {
      ++executed_;
      event.part->due(event.what, now());
    });
  }
  /// Executes everything, also what is asked for meanwhile.
  void run() {
    while (!empty()) step();
  }
  [[nodiscard]] std::uint64_t executed() const { return executed_; }

  static constexpr std::uint64_t kGrain = 256;  ///< picoseconds

 private:
  struct Event {
    TimedPart* part = nullptr;
    std::uint32_t what = 0;
  };
  EventWheel<Event> wheel_;
  std::uint64_t next_ = 1;  ///< first grain in which something may still be asked for
  std::uint64_t executed_ = 0;
};

}  // namespace tactus
