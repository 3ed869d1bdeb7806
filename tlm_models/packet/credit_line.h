#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace tactus {

/// Credits on their way back: one per cycle from cycle `next` on, or all of them in cycle `next`.
struct CreditStream {
  std::uint64_t next = 0;
  int left = 0;
  bool burst = false;

  /// Credits that have come up to and including `now`.
  [[nodiscard]] int arrived(std::uint64_t now) const {
    if (now < next) return 0;
    if (burst) return left;
    const std::uint64_t cycles = now - next + 1;
    return cycles < static_cast<std::uint64_t>(left) ? static_cast<int>(cycles) : left;
  }
};

/// Credits of one VC buffer that is drained packet by packet, known in advance: a packet granted downstream gives its
/// credits back one per cycle from a known cycle on. Plain class.
class CreditLine {
 public:
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

  void add(const CreditStream& stream) { streams_.push_back(stream); }
  [[nodiscard]] bool empty() const { return streams_.empty(); }
  /// Takes what has come up to and including `now`.
  int collect(std::uint64_t now);
  /// First cycle by which `wanted` more credits will have come, or kNever if so many are not under way.
  [[nodiscard]] std::uint64_t when(int wanted) const;

 private:
  std::vector<CreditStream> streams_;
};

}  // namespace tactus
