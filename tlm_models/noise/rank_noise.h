#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "tlm_models/noise/noise_source.h"

namespace tactus {

/// Noise of the processors that execute ranks' programs.
struct RankNoiseConfig {
  NoiseConfig events;
  std::vector<int> nodes;  ///< nodes whose processors have noise; empty: all of them

  [[nodiscard]] bool on() const { return events.kind != NoiseKind::kNone; }
};

/// Every fault of `config` on a machine of `nodes` nodes; empty if it can be used.
std::vector<ConfigFault> validate(const RankNoiseConfig& config, int nodes);

/// The noise of a machine's processors: each node's is that of the process of its number.
class RankNoise {
 public:
  /// `config` is free of faults.
  RankNoise(const RankNoiseConfig& config, std::uint64_t seed);

  /// Noise of the processor of `node`; null if it has none. Lives as long as this.
  [[nodiscard]] const NoiseSource* of(int node) const;

 private:
  std::unique_ptr<const NoiseSource> source_;  ///< null without noise
  std::vector<int> nodes_;                     ///< ascending; empty: all
};

}  // namespace tactus
