#pragma once

#include <algorithm>

namespace tactus {

/// How often a thread looks for what it waits for before it lets its core go. A thread that has waited long looks a
/// quarter as often the next time, because somebody else may have the cores of those that it waits for; one whose wait
/// was short looks twice as often, up to a millisecond or two: to be woken takes a virtual machine's core as long as
/// many rounds do.
class Patience {
 public:
  static constexpr int kMost = 40'000;
  static constexpr int kLeast = 400;

  [[nodiscard]] int looks() const { return looks_; }

  /// After a wait: whether it was short, so that looking was or would have been worth it.
  void learn(bool was_short) { looks_ = was_short ? std::min(2 * looks_, kMost) : std::max(looks_ / 4, kLeast); }

 private:
  int looks_ = kMost;
};

}  // namespace tactus
