#pragma once

#include <cstdint>
#include <random>

namespace tactus {

/// Random draws of a test; the same on every platform, which the standard distributions are not.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  std::uint64_t bits() { return engine_(); }
  /// Uniform in [0, bound).
  int below(int bound) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(bound)); }
  /// Uniform in [first, last].
  int between(int first, int last) { return first + below(last - first + 1); }
  bool chance(int percent) { return below(100) < percent; }

 private:
  std::mt19937_64 engine_;
};

}  // namespace tactus
