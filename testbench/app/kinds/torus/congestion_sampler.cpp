#include "testbench/app/kinds/torus/congestion_sampler.h"

namespace tactus {

Cycles CongestionSampler::look(const Look& look) {
  const std::vector<WaitingPacket> waiting = fabric_.waiting();
  trees_.sample(look.cycle.count(), interval_.count(), waiting);
  Cycles next = look.cycle + count_sample();
  if (!waiting.empty()) return next;
  if (look.still_until == Cycles::max()) return Cycles::max();
  while (next < look.still_until) next += count_sample();  // they would see nothing; their number is a logarithm
  return next;
}

Cycles CongestionSampler::count_sample() {
  constexpr int kManySamples = 1024;
  if (++samples_ == kManySamples) {
    interval_ = Cycles{2 * interval_.count()};
    samples_ = 0;
  }
  return interval_;
}

}  // namespace tactus
