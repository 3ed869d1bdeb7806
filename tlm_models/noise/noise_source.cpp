#include "tlm_models/noise/noise_source.h"

#include "tlm_models/noise/periodic_noise.h"
#include "tlm_models/noise/poisson_noise.h"
#include "tlm_models/noise/trace_noise.h"

namespace tactus {
namespace {

class NoNoise final : public NoiseSource {
 public:
  [[nodiscard]] Picoseconds awake(std::uint64_t /*process*/, Picoseconds time) const override { return time; }
  [[nodiscard]] Picoseconds next_event(std::uint64_t /*process*/, Picoseconds /*time*/) const override {
    return Picoseconds::max();
  }
  [[nodiscard]] Picoseconds added(std::uint64_t /*process*/, Picoseconds /*begin*/,
                                  Picoseconds /*work*/) const override {
    return {};
  }
};

}  // namespace

Picoseconds NoiseSource::end_of_work(std::uint64_t process, Picoseconds begin, Picoseconds work) const {
  for (Picoseconds now = awake(process, begin);; now = awake(process, now)) {
    const Picoseconds next = next_event(process, now);
    const Picoseconds free = next - now;
    if (work <= free) return now + work;
    work -= free;
    now = next;
  }
}

Picoseconds NoiseSource::quiet_until(std::uint64_t process) const {
  const Picoseconds zero{0};
  return awake(process, zero) == zero ? next_event(process, zero) : zero;
}

std::unique_ptr<const NoiseSource> make_noise_source(const NoiseConfig& config, std::uint64_t seed) {
  switch (config.kind) {
    case NoiseKind::kPeriodic:
      return std::make_unique<PeriodicNoise>(config.period, config.length, seed);
    case NoiseKind::kPoisson:
      return std::make_unique<PoissonNoise>(config.period, config.length, config.distribution, seed);
    case NoiseKind::kTrace:
      return std::make_unique<TraceNoise>(config.trace, config.period, seed);
    case NoiseKind::kNone:
      break;
  }
  return std::make_unique<NoNoise>();
}

}  // namespace tactus
