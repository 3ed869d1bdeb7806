#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace tactus {

/// No run has more windows.
inline constexpr std::size_t kMostWindows = 256;

/// Counts by windows of time. A window is a power of two of the unit of time, the same for all. When a run takes more
/// windows than there may be, two each become one, so that there are between half and all of them at the end. Sums are
/// exact. Plain class.
template <class Count>
class CountWindows {
 public:
  using Counts = std::vector<Count>;  ///< by cell

  /// Windows of 2^`first_shift` to begin with. Fewer than 256 if those of so many cells would take over 512 MiB.
  CountWindows(std::size_t cells, unsigned first_shift) : CountWindows(cells, first_shift, cells) {}
  /// Has `cells` of the `all` cells of windows that are put together at the end.
  CountWindows(std::size_t cells, unsigned first_shift, std::size_t all) : cells_(cells), shift_(first_shift) {
    while (most_windows_ > kFewestWindows && most_windows_ * all * sizeof(Count) > kMostBytes) most_windows_ /= 2;
  }

  /// Window of `time`. It may make all windows longer.
  Counts& window_of(std::uint64_t time) {
    if (time >> shift_ >= windows_.size()) reach(time);
    return windows_[time >> shift_];
  }
  /// End of the window of `time`, as long as they are now.
  [[nodiscard]] std::uint64_t end_of(std::uint64_t time) const { return ((time >> shift_) + 1) << shift_; }
  /// Adds the counts of `part`, whose first cell is cell `first` here.
  void add(const CountWindows& part, std::size_t first) {
    while (shift_ < part.shift_) halve();
    newest_begin_ = newest_end_ = 0;
    for (std::size_t i = 0; i < part.size(); ++i) {
      Counts& counts = window_of(static_cast<std::uint64_t>(i) << part.shift_);
      const auto place = counts.begin() + static_cast<std::ptrdiff_t>(first);
      std::transform(part[i].begin(), part[i].end(), place, place, std::plus<>());
    }
  }
  /// One for each unit of time in [begin, end).
  void add(std::size_t cell, std::uint64_t begin, std::uint64_t end) {
    if (begin >= newest_begin_ && end <= newest_end_) {  // nearly always
      newest_[cell] += static_cast<Count>(end - begin);
    } else {
      add_by_windows(cell, begin, end);
    }
  }
  /// So many more, all of them in time [begin, end), if this is in one window and the last one. Answers whether it is.
  bool add_to_last(std::size_t cell, std::uint64_t begin, std::uint64_t end, std::uint64_t count) {
    if (begin < newest_begin_ || end > newest_end_) return false;
    newest_[cell] += static_cast<Count>(count);
    return true;
  }

  [[nodiscard]] std::uint64_t length() const { return std::uint64_t{1} << shift_; }
  [[nodiscard]] std::size_t size() const { return windows_.size(); }
  [[nodiscard]] const Counts& operator[](std::size_t window) const { return windows_[window]; }

 private:
  static constexpr std::size_t kFewestWindows = 16;
  static constexpr std::size_t kMostBytes = std::size_t{512} << 20U;

  void add_by_windows(std::size_t cell, std::uint64_t begin, std::uint64_t end) {
    while (begin < end) {
      Counts& counts = window_of(begin);
      const std::uint64_t until = std::min(end, end_of(begin));
      counts[cell] += static_cast<Count>(until - begin);
      begin = until;
    }
  }
  void reach(std::uint64_t time) {
    while (time >> shift_ >= most_windows_) halve();
    while (windows_.size() <= time >> shift_) windows_.emplace_back(cells_);
    newest_ = windows_.back().data();
    newest_end_ = windows_.size() << shift_;
    newest_begin_ = newest_end_ - length();
  }
  void halve() {
    ++shift_;
    for (std::size_t i = 0; 2 * i < windows_.size(); ++i) {
      if (i > 0) windows_[i] = std::move(windows_[2 * i]);
      if (2 * i + 1 == windows_.size()) continue;
      const Counts& second = windows_[2 * i + 1];
      std::transform(second.begin(), second.end(), windows_[i].begin(), windows_[i].begin(), std::plus<>());
    }
    windows_.resize((windows_.size() + 1) / 2);
  }

  std::size_t cells_;
  std::size_t most_windows_ = kMostWindows;
  unsigned shift_;
  std::vector<Counts> windows_;
  // The last window that there is; none before the first.
  Count* newest_ = nullptr;
  std::uint64_t newest_begin_ = 0;
  std::uint64_t newest_end_ = 0;
};

}  // namespace tactus
