#pragma once

#include <cstdint>

#include "tlm_models/node/butterfly/butterfly_config.h"

namespace tactus {

/// Before this no butterfly of the dimensions, messages and noise of `config` can end where noise takes processors
/// (NoiseReading::kProcessor), whatever its redundant rounds. The process that begins last can be heard of by another
/// one when messages have gone through all dimensions in which they differ, and that one has to have its processor
/// then. `config` is free of faults; `seed` as of `ButterflyRun::run`.
Picoseconds butterfly_bound(const ButterflyConfig& config, std::uint64_t seed);

}  // namespace tactus
