#pragma once

#include <systemc>

#include <vector>

#include "hw/node/fabric.h"
#include "testbench/app/compare/run_outcome.h"

namespace tactus {

/// Takes down what a machine shows of itself besides its packets: what its links have sent, what lies in its buffers,
/// what moves, and what its NICs have counted. In the middle of cycles, when all that stands still; often at first and
/// ever more rarely, so that the samples of a run grow with the logarithm of its length.
class ObservableSampler : public sc_core::sc_module {
 public:
  ObservableSampler(const sc_core::sc_module_name& name, const Fabric& fabric);

  [[nodiscard]] std::vector<ObservableSample> take() { return std::move(samples_); }

 private:
  void on_sample();
  [[nodiscard]] ObservableSample sample(std::uint64_t cycle) const;

  const Fabric& fabric_;
  Clock clock_;
  std::vector<ObservableSample> samples_;
};

}  // namespace tactus
