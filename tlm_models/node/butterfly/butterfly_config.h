#pragma once

#include "tlm_models/node/butterfly/butterfly_costs.h"
#include "tlm_models/node/butterfly/butterfly_schedule.h"
#include "tlm_models/noise/noise_config.h"

namespace tactus {

/// How noise makes a step of a process longer.
enum class NoiseReading : std::uint8_t {
  /// By the lengths of the events that start within the step, be it a message or computing: the jitter paper's
  /// recursion, "time + noise". An event delays what it hits and nothing else; a process that it holds up still takes a
  /// copy that comes meanwhile.
  kAdded,
  /// Noise takes the processor, also for the rest of an event that began before: what the process does itself waits,
  /// beginning, computing and taking what has come. Messages go on. This is what ranks do at the levels of a machine.
  kProcessor,
};

/// A butterfly allreduce, what its steps cost, and its noise. The defaults are those of the jitter paper's evaluation.
struct ButterflyConfig {
  ButterflyShape shape;
  ButterflyCosts costs = butterfly_costs();
  NoiseConfig noise;
  NoiseReading reading = NoiseReading::kAdded;

  /// Time of the whole without noise. A redundant round costs its computing only: every process has its own copy and
  /// waits for no other.
  [[nodiscard]] Picoseconds quiet_time() const;
};

/// Every fault of `config` and of what it is made of; empty if it can be run.
std::vector<ConfigFault> validate(const ButterflyConfig& config);

}  // namespace tactus
