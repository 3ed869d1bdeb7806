#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tlm_models/packet/crossing.h"

namespace tactus {

/// Crossings that regions have sent each other and not yet taken.
///
/// In a window each region first takes what came for it in the one before, then executes, and puts down what leaves it.
/// Each box has one region that writes and one that reads, so all may do so at the same time. Plain class.
class Crossings {
 public:
  explicit Crossings(std::size_t regions) : regions_(regions), boxes_(2 * regions * regions), senders_(regions) {}

  void put(std::size_t from, std::size_t to, const Crossing& crossing) {
    box(filled_, from, to).crossings.push_back(crossing);
    senders_[from].sent = true;
  }
  /// Ends a window: all that was put down in it is there to be taken, and nothing of it matters before edge `end`. What
  /// was there has been taken.
  void end_window(std::uint64_t end) {
    filled_ = 1 - filled_;
    end_ = end;
    any_ = false;
    for (Sender& sender : senders_) any_ = std::exchange(sender.sent, false) || any_;
  }
  /// `accept(crossing, now)` for each that goes to region `to`, after edge `now`.
  template <class Accept>
  void take(std::size_t to, Accept&& accept) {
    for (std::size_t from = 0; from < regions_; ++from) {
      std::vector<Crossing>& crossings = box(1 - filled_, from, to).crossings;
      for (const Crossing& crossing : crossings) accept(crossing, end_ - 1);
      crossings.clear();
    }
  }
  /// All regions have taken what was there, before the end of a window.
  void all_taken() { any_ = false; }
  /// Whether there is anything to be taken, and the edge before which it does not matter.
  [[nodiscard]] bool any() const { return any_; }
  [[nodiscard]] std::uint64_t matter_from() const { return end_; }

 private:
  struct alignas(64) Box {
    std::vector<Crossing> crossings;
  };
  struct alignas(64) Sender {
    bool sent = false;  ///< something in this window
  };
  Box& box(std::size_t side, std::size_t from, std::size_t to) {
    return boxes_[(side * regions_ + from) * regions_ + to];
  }

  const std::size_t regions_;
  std::vector<Box> boxes_;  ///< by side, region they come from, region they go to
  std::vector<Sender> senders_;
  bool any_ = false;
  std::size_t filled_ = 0;  ///< the side that is written; the other is read
  std::uint64_t end_ = 0;
};

}  // namespace tactus
