#pragma once

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <string>

namespace tactus {

/// A line on a terminal that says how many of many like things are done and how long the others will take, as in
/// "12 of 40 points, about 3 min 10 s left"; gone when this is.
class CountProgress {
 public:
  /// `total` things, called `things`; the first `found` of them had been done before. Shows nothing if `terminal` is
  /// null.
  CountProgress(std::FILE* terminal, std::string things, std::size_t total, std::size_t found = 0);
  ~CountProgress();
  CountProgress(const CountProgress&) = delete;
  CountProgress& operator=(const CountProgress&) = delete;

  /// `done` are done, `found` ones included.
  void show(std::size_t done);
  /// Takes the line away, until `show`: something else is to be printed.
  void clear();

 private:
  using WallClock = std::chrono::steady_clock;

  std::FILE* terminal_;
  std::string things_;
  std::size_t total_;
  std::size_t found_;
  WallClock::time_point start_;
  bool shown_ = false;
};

}  // namespace tactus
