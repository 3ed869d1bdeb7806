#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "hw/common/units.h"

namespace tactus {

/// The common counter of a node: it shows the edge's number, but for an error of the node's own. It never goes back,
/// and moves on by 0 to 2 from edge to edge.
class NodeCounter {
 public:
  static constexpr int kMostDrift = 1000;  ///< parts per million, fast or slow

  constexpr NodeCounter() = default;
  /// Begins `ahead` cycles ahead of the edges and runs fast by `drift` parts per million, slow if that is negative.
  constexpr NodeCounter(Cycles ahead, int drift) : ahead_(static_cast<std::int64_t>(ahead.count())), drift_(drift) {}

  [[nodiscard]] constexpr std::int64_t at(Cycles edge) const {
    const auto cycles = static_cast<std::int64_t>(edge.count());
    return cycles + ahead_ + (drift_ == 0 ? 0 : drifted(cycles));
  }
  /// First edge, none before `from`, at which it shows at least `value`.
  [[nodiscard]] Cycles first_at(std::int64_t value, Cycles from) const {
    if (at(from) >= value) return from;
    auto edge = static_cast<std::int64_t>(from.count());
    if (drift_ == 0) return Cycles{static_cast<std::uint64_t>(value - ahead_)};
    // A step leads less far than the fastest counter would be there.
    for (std::int64_t left = value - at(from); left > 0; left = value - at(count(edge))) {
      edge += std::max<std::int64_t>(1, left * kMillion / (kMillion + std::abs(drift_)) - 1);
    }
    return count(edge);
  }

 private:
  static constexpr std::int64_t kMillion = 1'000'000;
  static constexpr Cycles count(std::int64_t edge) { return Cycles{static_cast<std::uint64_t>(edge)}; }
  using Wide = __int128;
  /// Rounded down.
  [[nodiscard]] constexpr std::int64_t drifted(std::int64_t cycles) const {
    const auto product = static_cast<Wide>(cycles) * drift_;
    return static_cast<std::int64_t>(product >= 0 ? product / kMillion : -((-product + kMillion - 1) / kMillion));
  }
  std::int64_t ahead_ = 0;
  int drift_ = 0;
};

}  // namespace tactus
