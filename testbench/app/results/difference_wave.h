#pragma once

#include <filesystem>

#include "hw/common/clock.h"
#include "rtl/twin/lockstep.h"

namespace tactus {

/// Writes the last edges of a twin as a waveform, `difference.fst`, with a save file for GTKWave, `difference.gtkw`,
/// that has model and RTL one above the other, the ports that differ first. Reference: docs/reference/waves.md. Throws
/// ResultFileError.
void write_difference_wave(const std::filesystem::path& folder, const Lockstep& lockstep, Clock clock);

}  // namespace tactus
