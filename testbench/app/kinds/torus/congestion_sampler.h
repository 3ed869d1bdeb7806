#pragma once

#include "hw/node/fabric.h"
#include "hw/node/lookout.h"
#include "testbench/app/attribution/congestion_trees.h"

namespace tactus {

/// Samples what waits at routers, in the middle of every 256th cycle, and half as often after each 1,024 samples.
class CongestionSampler final : public Lookout {
 public:
  /// `fabric` must outlive it.
  explicit CongestionSampler(const Fabric& fabric)
      : fabric_(fabric), trees_(fabric.config().network, fabric.config().ports()) {}

  [[nodiscard]] const CongestionTrees& trees() const { return trees_; }

  [[nodiscard]] Cycles first_look() const override { return interval_ - Cycles{1}; }
  Cycles look(const Look& look) override;

 private:
  /// Counts a sample, taken or not. Answers the cycles to the next.
  Cycles count_sample();

  const Fabric& fabric_;
  Cycles interval_{256};
  int samples_ = 0;  ///< at this interval
  CongestionTrees trees_;
};

}  // namespace tactus
