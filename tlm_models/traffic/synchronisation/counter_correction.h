#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "tlm_models/traffic/synchronisation/two_way_transfer.h"

namespace tactus {

/// Offset that software adds to its node's counter to have the common one, and the rate at which that changes, from the
/// first and the last synchronisation. Before the first one it adds nothing.
class CounterCorrection {
 public:
  CounterCorrection() = default;
  /// For a counter that runs fast or slow against the common one by at most `most_rate` parts per million.
  explicit CounterCorrection(int most_rate) : most_rate_(most_rate) {}

  /// Takes in a synchronisation: the common counter was `ahead` when the node's own showed `own`, more than it did in
  /// the synchronisation before.
  void learn(FineCount own, FineCount ahead) {
    last_ = {own, ahead};
    if (!first_) first_ = last_;
    elapsed_ = std::max<FineCount>(1, own - first_->own);
    const auto most = static_cast<FineCount>(static_cast<Wide>(elapsed_) * most_rate_ / 1'000'000);
    gained_ = std::clamp(ahead - first_->ahead, -most, most);
  }
  /// The common counter when the node's own shows `own`.
  [[nodiscard]] FineCount common(FineCount own) const {
    return own + last_.ahead + static_cast<FineCount>(static_cast<Wide>(own - last_.own) * gained_ / elapsed_);
  }
  /// The node's counter when the common one shows `common`.
  [[nodiscard]] FineCount own(FineCount common) const {
    const Wide since = static_cast<Wide>(common) - last_.own - last_.ahead;
    return last_.own + static_cast<FineCount>(since * elapsed_ / (elapsed_ + gained_));
  }

 private:
  using Wide = __int128;
  struct Reading {
    FineCount own = 0;
    FineCount ahead = 0;
  };

  int most_rate_ = 0;
  std::optional<Reading> first_;
  Reading last_;
  FineCount gained_ = 0;   ///< by the common counter, while the node's own went on by `elapsed_`
  FineCount elapsed_ = 1;  ///< from the first synchronisation to the last one
};

}  // namespace tactus
