#pragma once

#include <systemc>

#include "hw/node/fabric.h"
#include "testbench/app/attribution/congestion_trees.h"

namespace tactus {

/// Samples what waits at routers, in the middle of every `interval`-th cycle.
class CongestionSampler : public sc_core::sc_module {
 public:
  CongestionSampler(const sc_core::sc_module_name& name, const Fabric& fabric, Cycles interval);

  [[nodiscard]] const CongestionTrees& trees() const { return trees_; }

 private:
  void on_sample();

  const Fabric& fabric_;
  Cycles interval_;
  CongestionTrees trees_;
};

}  // namespace tactus
