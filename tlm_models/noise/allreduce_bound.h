#pragma once

#include <cstdint>

#include "tlm_models/noise/noise_config.h"

namespace tactus {

/// Before this no allreduce of `processes` can end that begins at 0, whatever its rounds, where noise takes processors:
/// the process that begins last is heard of by the others a `message` later at the earliest, and each of them has to
/// have its processor then. `noise` is free of faults; `message` is the shortest there is.
Picoseconds allreduce_bound(const NoiseConfig& noise, std::uint64_t seed, std::uint64_t processes, Picoseconds message);

}  // namespace tactus
