#pragma once

#include "hw/common/random.h"
#include "tlm_models/noise/noise_source.h"

namespace tactus {

/// Events of `length` every `period`; the phase of each process is uniform in [0, period). Every answer takes constant
/// time, however much work is asked about.
class PeriodicNoise final : public NoiseSource {
 public:
  PeriodicNoise(Picoseconds period, Picoseconds length, std::uint64_t seed);

  [[nodiscard]] Picoseconds awake(std::uint64_t process, Picoseconds time) const override;
  [[nodiscard]] Picoseconds next_event(std::uint64_t process, Picoseconds time) const override;
  [[nodiscard]] Picoseconds added(std::uint64_t process, Picoseconds begin, Picoseconds work) const override;
  [[nodiscard]] Picoseconds end_of_work(std::uint64_t process, Picoseconds begin, Picoseconds work) const override;

 private:
  /// Start of the first event at 0 or later, ps.
  [[nodiscard]] std::uint64_t phase(std::uint64_t process) const { return phases_.below(process, period_); }
  /// Time since the last start of an event, ps.
  [[nodiscard]] std::uint64_t since_start(std::uint64_t process, Picoseconds time) const {
    return (time.count() + period_ - phase(process)) % period_;
  }

  std::uint64_t period_;
  std::uint64_t length_;
  RandomStream phases_;
};

}  // namespace tactus
