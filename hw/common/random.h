#pragma once

#include <cmath>
#include <cstdint>

namespace tactus {

/// Counter-based random numbers: every draw is a pure function of (seed, stream, index), so that the
/// order in which components draw, and the number of threads, cannot change a result.
/// Source: the finaliser of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014), applied once per key word.
class RandomStream {
 public:
  constexpr RandomStream(std::uint64_t seed, std::uint64_t stream) : key_(mix(mix(seed) ^ (stream * kOddA))) {}

  /// 64 uniform bits for draw `index`.
  [[nodiscard]] constexpr std::uint64_t bits(std::uint64_t index) const { return mix(key_ + index * kOddB); }

  /// Uniform integer in [0, bound), bound > 0. Bias below 2^-32 for bounds below 2^32.
  [[nodiscard]] constexpr std::uint64_t below(std::uint64_t index, std::uint64_t bound) const {
    return static_cast<std::uint64_t>((static_cast<unsigned __int128>(bits(index)) * bound) >> 64);
  }

  /// Uniform real in (0, 1].
  [[nodiscard]] double unit(std::uint64_t index) const {
    return (static_cast<double>(bits(index) >> 11) + 1.0) * 0x1p-53;
  }

  /// Number of Bernoulli trials up to and including the first success, at least 1; probability in (0, 1].
  [[nodiscard]] std::uint64_t geometric(std::uint64_t index, double probability) const {
    if (probability >= 1.0) return 1;
    return 1 + static_cast<std::uint64_t>(std::log(unit(index)) / std::log1p(-probability));
  }

 private:
  static constexpr std::uint64_t kOddA = 0x9E3779B97F4A7C15U;
  static constexpr std::uint64_t kOddB = 0xD1342543DE82EF95U;

  static constexpr std::uint64_t mix(std::uint64_t z) {
    z += kOddA;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
  }

  std::uint64_t key_;
};

}  // namespace tactus
