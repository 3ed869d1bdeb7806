#include "testbench/app/run/congestion_sampler.h"

#include "hw/common/sc_time_conversion.h"
#include "testbench/app/results/time_text.h"

namespace tactus {

CongestionSampler::CongestionSampler(const sc_core::sc_module_name& name, const Fabric& fabric)
    : sc_module(name), fabric_(fabric), trees_(fabric.config().network, fabric.config().ports()) {
  SC_HAS_PROCESS(CongestionSampler);
  SC_METHOD(on_sample);
}

void CongestionSampler::on_sample() {
  const Picoseconds clock = fabric_.config().clock;
  if (sc_core::sc_time_stamp() == sc_core::SC_ZERO_TIME) {  // initialisation
    return next_trigger(to_sc_time(time_of(interval_, clock) - Picoseconds{clock.count() / 2}));
  }
  trees_.sample(cycle_now(clock).count(), interval_.count(), fabric_.waiting());
  constexpr int kManySamples = 1024;
  if (++samples_ == kManySamples) {
    interval_ = Cycles{2 * interval_.count()};
    samples_ = 0;
  }
  next_trigger(to_sc_time(time_of(interval_, clock)));
}

}  // namespace tactus
