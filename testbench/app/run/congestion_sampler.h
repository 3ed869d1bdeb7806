#pragma once

#include <systemc>

#include "hw/node/fabric.h"
#include "testbench/app/attribution/congestion_trees.h"

namespace tactus {

/// Samples what waits at routers, in the middle of every 256th cycle, and half as often after each 1,024 samples.
class CongestionSampler : public sc_core::sc_module {
 public:
  CongestionSampler(const sc_core::sc_module_name& name, const Fabric& fabric);

  [[nodiscard]] const CongestionTrees& trees() const { return trees_; }

 private:
  void on_sample();

  const Fabric& fabric_;
  Cycles interval_{256};
  int samples_ = 0;  ///< at this interval
  CongestionTrees trees_;
};

}  // namespace tactus
