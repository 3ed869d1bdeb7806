#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/common/units.h"

namespace tactus {

/// When the operating system takes the processor away. Each process has noise of its own, independent of the others'.
enum class NoiseKind : std::uint8_t {
  kNone,
  kPeriodic,  ///< events of one length, one period apart, with a random phase per process
  kPoisson,   ///< events at random moments; where they overlap the processor is taken once
  kTrace,     ///< recorded events, repeated, from a random place of the recording per process
};

enum class NoiseLength : std::uint8_t { kFixed, kExponential };

/// One noise event.
struct NoiseEvent {
  Picoseconds start;
  Picoseconds length;
};

/// Noise of all processes. The defaults are those of the jitter paper's evaluation, switched off.
struct NoiseConfig {
  NoiseKind kind = NoiseKind::kNone;
  /// Time between two events: exact (periodic) or in the mean (Poisson); length of the recording (trace).
  Picoseconds period{10'000'000'000};
  Picoseconds length{100'000'000};                 ///< length of an event; the mean if it is random; not of a trace
  NoiseLength distribution = NoiseLength::kFixed;  ///< distribution of the length; of Poisson only
  std::vector<NoiseEvent> trace;                   ///< by start, from the beginning of the recording
};

/// Longest period. Sums of a period and the longest times stay exact in 64 bits and in a double.
inline constexpr Picoseconds kLongestNoisePeriod{1'000'000'000'000'000};

/// One thing that is wrong with a recording.
struct NoiseTraceFault {
  std::size_t event;  ///< its position in the recording
  std::string message;
};

/// Every fault of a recording's events: out of order, overlapping, without length, beyond the period, leaving too
/// little time. Ends at the first event beyond the period. `period` is at most kLongestNoisePeriod.
std::vector<NoiseTraceFault> trace_faults(const std::vector<NoiseEvent>& events, Picoseconds period);

/// Every fault of `config`; empty if it can be used.
std::vector<ConfigFault> validate(const NoiseConfig& config);

}  // namespace tactus
