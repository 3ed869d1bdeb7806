#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "testbench/app/results/wave_focus.h"

namespace tactus {

/// Time that is spent in each of some states, for a focus on one of them: in all, and in the window with most of it.
/// Windows of `length` cycles follow each other from the beginning on. Several may be in a state, whose times add up.
class WindowTimes {
 public:
  WindowTimes(std::size_t states, std::uint64_t length) : length_(length), times_(states) {}

  // One more or one less is in a state, from the cycle on up to which time has gone on.
  void enter(std::size_t state);
  void leave(std::size_t state);
  /// Adds the time from the last call to `cycle`; the first call is the beginning.
  void go_on(Cycles cycle);
  /// All ends at `end`, if it has begun.
  void finish(Cycles end);

  [[nodiscard]] bool begun() const { return begun_; }
  [[nodiscard]] Cycles begin() const { return begin_; }
  /// From the beginning up to the last call.
  [[nodiscard]] Cycles elapsed() const { return last_ - begin_; }
  [[nodiscard]] std::uint64_t spent_in(std::size_t state) const { return times_[state].all; }
  /// Opens a file with `group` at the window with most of the state, the marker where it first was in it.
  [[nodiscard]] WaveHighlight highlight(std::size_t state, WaveGroup group) const;

 private:
  struct Time {
    std::uint64_t there = 0;  ///< so many are in the state now
    std::uint64_t all = 0;
    std::uint64_t window = 0;  ///< in the window that is open
    Cycles since;              ///< first cycle of it in that window
    std::uint64_t most = 0;    ///< in the window with most
    Cycles most_begin;         ///< begin of that window
    Cycles most_since;
  };
  void end_window();

  const std::uint64_t length_;
  std::vector<Time> times_;
  std::vector<std::size_t> occupied_;  ///< states that somebody is in
  bool begun_ = false;
  Cycles begin_;
  Cycles window_;  ///< begin of the window that is open
  Cycles last_;    ///< time up to which everything is added
};

}  // namespace tactus
