#pragma once

#include <cstdint>
#include <memory>

#include "tlm_models/noise/noise_config.h"

namespace tactus {

/// Noise of any number of processes, as a function: what it answers depends on seed, process and time alone, never on
/// what was asked before, and no state is kept per process. Times count from 0, when the processes begin; noise has
/// gone on since long before. A noise event that starts at s and has length n takes the processor in [s, s + n).
/// Reference: docs/reference/noise.md.
class NoiseSource {
 public:
  NoiseSource() = default;
  virtual ~NoiseSource() = default;
  NoiseSource(const NoiseSource&) = delete;
  NoiseSource& operator=(const NoiseSource&) = delete;

  /// When the processor is there again: `time`, or the end of the noise that has it then.
  [[nodiscard]] virtual Picoseconds awake(std::uint64_t process, Picoseconds time) const = 0;
  /// The first start of an event at `time` or later; `Picoseconds::max()` if there is none.
  [[nodiscard]] virtual Picoseconds next_event(std::uint64_t process, Picoseconds time) const = 0;
  /// Sum of the lengths of the events that start in [begin, begin + work): what the recursion of the jitter paper adds.
  [[nodiscard]] virtual Picoseconds added(std::uint64_t process, Picoseconds begin, Picoseconds work) const = 0;
  /// When work that wants the processor for `work` from `begin` on is done, if it goes on only while noise does not
  /// have the processor. Work that is done when an event starts is not delayed by it; no work at all is done as soon
  /// as the processor is there. Unless a source does better, it takes as many steps as there are events.
  [[nodiscard]] virtual Picoseconds end_of_work(std::uint64_t process, Picoseconds begin, Picoseconds work) const;

  /// Until when, from 0 on, there is no noise: 0 if an event is going on at 0.
  [[nodiscard]] Picoseconds quiet_until(std::uint64_t process) const;
};

/// `config` is free of faults. Sources with different seeds are independent.
std::unique_ptr<const NoiseSource> make_noise_source(const NoiseConfig& config, std::uint64_t seed);

}  // namespace tactus
