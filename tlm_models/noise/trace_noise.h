#pragma once

#include "hw/common/random.h"
#include "tlm_models/noise/noise_source.h"

namespace tactus {

/// A recording of one processor's noise, repeated without end. Each process begins at a random place of it, uniform in
/// [0, period), so that processes disturb each other as much as different processors do, and not all at once.
/// `added` takes O(log events of the recording), however much work is asked about.
class TraceNoise final : public NoiseSource {
 public:
  /// `events` by start, none overlapping, all within `period`, together shorter than it.
  TraceNoise(std::vector<NoiseEvent> events, Picoseconds period, std::uint64_t seed);

  [[nodiscard]] Picoseconds awake(std::uint64_t process, Picoseconds time) const override;
  [[nodiscard]] Picoseconds next_event(std::uint64_t process, Picoseconds time) const override;
  [[nodiscard]] Picoseconds added(std::uint64_t process, Picoseconds begin, Picoseconds work) const override;

 private:
  /// `time` of a process, as time of the recording played over and over, ps.
  [[nodiscard]] std::uint64_t played(std::uint64_t process, Picoseconds time) const {
    return time.count() + places_.below(process, period_);
  }
  /// The number of events of the recording that start before `place` of it.
  [[nodiscard]] std::size_t events_before(std::uint64_t place) const;
  /// Lengths of all events that start before `played`, ps.
  [[nodiscard]] std::uint64_t length_before(std::uint64_t played) const;

  std::vector<NoiseEvent> events_;
  std::vector<std::uint64_t> sums_;  ///< lengths of the first i events, ps
  std::uint64_t period_;
  RandomStream places_;
};

}  // namespace tactus
