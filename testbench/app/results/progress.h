#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>

namespace tactus {

/// A line on a terminal, replaced by the next one; gone when this is. Shows nothing if the terminal is null or has been
/// closed: the SIGHUP that comes then is what ends a run, in good order.
class TerminalLine {
 public:
  explicit TerminalLine(std::FILE* terminal) : terminal_(terminal) {}
  ~TerminalLine() { clear(); }
  TerminalLine(const TerminalLine&) = delete;
  TerminalLine& operator=(const TerminalLine&) = delete;

  void show(const std::string& text);
  /// Takes the line away, until `show`: something else is to be printed.
  void clear();

 private:
  void write(const std::string& text);

  std::FILE* terminal_;
  bool shown_ = false;
};

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

/// A line on a terminal that says how far a run has come and how long it will still take.
class ProgressLine {
 public:
  /// `total` messages will be delivered; nothing if nobody knows.
  ProgressLine(std::FILE* terminal, std::optional<std::uint64_t> total) : line_(terminal), total_(total) {}

  /// `messages` delivered. Writes at most four times a second.
  void update(double simulated_seconds, std::uint64_t messages);

 private:
  using WallClock = std::chrono::steady_clock;

  TerminalLine line_;
  std::optional<std::uint64_t> total_;
  WallClock::time_point start_ = WallClock::now();
  WallClock::time_point last_shown_ = start_;
};

/// A line on a terminal that says how many of many like things are done and how long the others will take, as in
/// "12 of 40 points, about 3 min 10 s left".
class CountProgress {
 public:
  /// `total` things, called `things`; the first `found` of them had been done before.
  CountProgress(std::FILE* terminal, std::string things, std::size_t total, std::size_t found = 0)
      : line_(terminal), things_(std::move(things)), total_(total), found_(found) {}

  /// `done` are done, `found` ones included.
  void show(std::size_t done);
  void clear() { line_.clear(); }

 private:
  using WallClock = std::chrono::steady_clock;

  TerminalLine line_;
  std::string things_;
  std::size_t total_;
  std::size_t found_;
  WallClock::time_point start_ = WallClock::now();
};

/// Somebody sees what is written there: in a pipe there is nothing to show progress to.
bool is_terminal(std::FILE* file);

}  // namespace tactus
