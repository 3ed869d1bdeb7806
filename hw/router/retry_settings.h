#pragma once

#include <cstdint>

#include "hw/common/machine_config.h"

namespace tactus {

/// Numbers of one link that repeats packets (docs/timing.md, LINK-6 to LINK-10).
struct RetrySettings {
  /// The link that leaves `position` in this direction.
  RetrySettings(const MachineConfig& config, Coordinate position, Direction direction);

  std::uint64_t delay;    ///< cycles that flits and acknowledgements take, each way
  std::uint64_t timeout;  ///< cycles from a packet's last flit on the wire to its repetition, if no word comes
  int buffer;             ///< flits of the replay buffer
  int longest;            ///< flits of the longest packet
  std::uint16_t mask;     ///< packets are numbered modulo this and 1; more than the buffer can hold
};

/// Retries of one link so far.
struct RetryCounts {
  std::uint64_t repetitions = 0;  ///< packets with errors, each time one is repeated
  /// Flits that the receiver threw away: of wrong packets, and of those behind them.
  std::uint64_t discarded_flits = 0;
  std::uint64_t full_cycles = 0;  ///< cycles in which the output was closed since the replay buffer had no room

  RetryCounts& operator+=(const RetryCounts& other) {
    repetitions += other.repetitions;
    discarded_flits += other.discarded_flits;
    full_cycles += other.full_cycles;
    return *this;
  }
};

}  // namespace tactus
