#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>

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

/// Somebody sees what is written there: in a pipe there is nothing to show progress to.
bool is_terminal(std::FILE* file);

}  // namespace tactus
