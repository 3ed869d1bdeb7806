#pragma once

#include "tlm_models/noise/butterfly_schedule.h"
#include "tlm_models/noise/noise_config.h"

namespace tactus {

/// How noise makes a step of a process longer.
enum class NoiseReading : std::uint8_t {
  /// By the lengths of the events that start within the step: the jitter paper's recursion, "time + noise". An event
  /// delays what it hits and nothing else; a process that it holds up still takes a copy that comes meanwhile.
  kAdded,
  /// Noise takes the processor: a step waits while an event goes on, also one that started before the step.
  kStolen,
};

/// A butterfly allreduce, what its steps cost, and its noise. The defaults are those of the jitter paper's evaluation,
/// which gives no message size: one double.
struct ButterflyConfig {
  ButterflyShape shape;
  Bytes message{8};
  Picoseconds latency{100'000};
  BytesPerSecond network_bandwidth{1'000'000'000};
  BytesPerSecond memory_bandwidth{10'000'000'000};  ///< of combining two messages
  NoiseConfig noise;
  NoiseReading reading = NoiseReading::kAdded;
  /// Whether a process computes after redundant rounds too, as the paper has it. There is nothing to combine: a program
  /// can do without.
  bool computes_after_redundant = true;

  /// From a process's sending to its partner's having the message, without noise.
  [[nodiscard]] Picoseconds message_time() const { return latency + transfer_time(message, network_bandwidth); }
  /// What a process computes after a round, without noise.
  [[nodiscard]] Picoseconds compute_time() const { return transfer_time(message, memory_bandwidth); }
  /// Time of the whole without noise. A redundant round costs its computing only: every process has its own copy and
  /// waits for no other.
  [[nodiscard]] Picoseconds quiet_time() const;
};

/// Every fault of `config` and of what it is made of; empty if it can be run.
std::vector<ConfigFault> validate(const ButterflyConfig& config);

}  // namespace tactus
