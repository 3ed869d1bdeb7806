#pragma once

#include <algorithm>
#include <cstdint>

#include "hw/common/ring_queue.h"
#include "hw/common/units.h"

namespace tactus {

/// Credits that come back at a time known beforehand. Nothing happens when they do: they are counted when somebody
/// looks and there are too few without them.
class CreditPool {
 public:
  CreditPool() = default;
  explicit CreditPool(std::uint32_t credits) : all_(credits), free_(credits) {}

  /// Whether there are `credits` at `now`, which never goes back.
  bool has(std::uint32_t credits, Picoseconds now) {
    if (free_ < credits) count(now);
    return free_ >= credits;
  }
  /// Takes `credits` that are available.
  void take(std::uint32_t credits) { free_ -= credits; }
  /// They come back at `at`, or with those given back before if these come later: credits do not overtake each other.
  void give_back(std::uint32_t credits, Picoseconds at) {
    if (at < last_) at = last_;
    last_ = at;
    returning_.push({at, credits});
  }
  /// Credits that come back at once, at `now`, which never goes back.
  void give_back_now(std::uint32_t credits, Picoseconds now) {
    free_ += credits;
    latest_ = std::max(latest_, now);
  }
  /// When the next credits come, after `has` has said that there are too few; `Picoseconds::max()` if none have been
  /// given back.
  [[nodiscard]] Picoseconds next() const { return returning_.empty() ? Picoseconds::max() : returning_.front().at; }
  /// When the last of the credits that have been counted had come.
  [[nodiscard]] Picoseconds latest() const { return latest_; }
  /// Credits that are here at `now`, for those who only look: it counts nothing.
  [[nodiscard]] std::uint32_t available(Picoseconds now) const { return free_ + come_by(now); }
  /// Credits that have been given back and are still on their way at `now`.
  [[nodiscard]] std::uint32_t returning(Picoseconds now) const {
    std::uint32_t credits = 0;
    for (std::uint32_t i = 0; i < returning_.size(); ++i) credits += returning_.at(i).credits;
    return credits - come_by(now);
  }
  /// When the next credits come after `now`; `Picoseconds::max()` if none have been given back.
  [[nodiscard]] Picoseconds next_after(Picoseconds now) const {
    std::uint32_t i = 0;
    while (i < returning_.size() && returning_.at(i).at <= now) ++i;
    return i < returning_.size() ? returning_.at(i).at : Picoseconds::max();
  }
  [[nodiscard]] std::uint32_t all() const { return all_; }
  /// Whether all of them are here or on their way back, however long that takes.
  [[nodiscard]] bool all_given_back() const {
    std::uint32_t credits = free_;
    for (std::uint32_t i = 0; i < returning_.size(); ++i) credits += returning_.at(i).credits;
    return credits == all_;
  }

 private:
  /// Credits that have come by `now` and have not been counted.
  [[nodiscard]] std::uint32_t come_by(Picoseconds now) const {
    std::uint32_t credits = 0;
    for (std::uint32_t i = 0; i < returning_.size() && returning_.at(i).at <= now; ++i) {
      credits += returning_.at(i).credits;
    }
    return credits;
  }
  void count(Picoseconds now) {
    while (!returning_.empty() && returning_.front().at <= now) {
      free_ += returning_.front().credits;
      latest_ = returning_.front().at;
      returning_.pop();
    }
  }
  struct Return {
    Picoseconds at;
    std::uint32_t credits = 0;
  };
  std::uint32_t all_ = 0;
  std::uint32_t free_ = 0;
  RingQueue<Return> returning_;
  Picoseconds last_;
  Picoseconds latest_;
};

}  // namespace tactus
