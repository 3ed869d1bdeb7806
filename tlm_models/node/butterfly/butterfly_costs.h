#pragma once

#include <vector>

#include "hw/common/machine_config.h"
#include "hw/common/units.h"

namespace tactus {

/// Times of the steps of a butterfly without noise.
struct ButterflyCosts {
  /// By dimension, not empty: from a process's sending to its partner's having the message.
  std::vector<Picoseconds> messages;
  Picoseconds compute;            ///< computing of a process after a round of the butterfly
  Picoseconds redundant_compute;  ///< after a redundant round

  /// In dimensions beyond those of `messages` partners are as far apart as the farthest within.
  [[nodiscard]] Picoseconds message(int dimension) const;
};

/// Every fault of `costs`; empty if it can be used.
std::vector<ConfigFault> validate(const ButterflyCosts& costs);

/// Costs as the jitter paper has them: every message takes the same. The defaults are those of its evaluation, which
/// gives no message size: one double.
struct BandwidthCosts {
  Bytes message{8};
  Picoseconds latency{100'000};
  BytesPerSecond network_bandwidth{1'000'000'000};
  BytesPerSecond memory_bandwidth{10'000'000'000};  ///< rate of combining two messages
  /// Whether a process computes after redundant rounds too, as the paper has it. There is nothing to combine: a program
  /// can do without.
  bool computes_after_redundant = true;
};

/// Every fault of `costs`; empty if steps can be made of it.
std::vector<ConfigFault> validate(const BandwidthCosts& costs);

/// Latency and bytes by bandwidth for a message, bytes by bandwidth for computing. `costs` is free of faults.
ButterflyCosts butterfly_costs(const BandwidthCosts& costs = {});

}  // namespace tactus
