#pragma once

#include <systemc>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>

#include "hw/common/units.h"

namespace tactus {

/// How far a run has come.
struct ProgressState {
  double simulated_seconds = 0;
  double wall_seconds = 0;
  std::uint64_t messages = 0;          ///< delivered
  std::optional<std::uint64_t> total;  ///< that will be; nothing if nobody knows
};
/// A time on the wall, "1 h 05 min", "2 min 07 s" or "12 s".
std::string remaining_text(double seconds);
/// One line, e.g. "3.20 ms  41.3 %  0.21 ms/s  about 22 s left".
std::string progress_text(const ProgressState& state);

/// A line on a terminal that says how far a run has come and how long it will still take; gone when this is.
class ProgressLine {
 public:
  /// `total` messages will be delivered; nothing if nobody knows.
  ProgressLine(std::FILE* terminal, std::optional<std::uint64_t> total);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// `messages` delivered. Writes at most four times a second.
  void update(double simulated_seconds, std::uint64_t messages);

 private:
  using WallClock = std::chrono::steady_clock;

  void clear();

  std::FILE* terminal_;
  std::optional<std::uint64_t> total_;
  WallClock::time_point start_;
  WallClock::time_point last_shown_;
  bool shown_ = false;
};

/// Shows on a terminal how far the simulation has come and how long it will still take.
///
/// It looks at the clock on the wall every 1,024 cycles. Make one only if `is_terminal(stderr)`: in a pipe there is
/// nothing to be seen.
class Progress : public sc_core::sc_module {
 public:
  /// `delivered` tells the messages delivered so far.
  Progress(const sc_core::sc_module_name& name, std::FILE* terminal, Picoseconds clock,
           std::function<std::uint64_t()> delivered, std::optional<std::uint64_t> total);
  static bool is_terminal(std::FILE* file);

 private:
  void on_look();

  Picoseconds look_period_;
  std::function<std::uint64_t()> delivered_;
  ProgressLine line_;
};

}  // namespace tactus
