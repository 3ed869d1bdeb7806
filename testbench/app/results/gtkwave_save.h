#pragma once

#include <filesystem>
#include <string>

#include "hw/common/probe.h"
#include "hw/common/units.h"
#include "testbench/app/results/wave_hierarchy.h"

namespace tactus {

/// Writes `folder/waves.gtkw`, a save file for GTKWave that shows the dump `folder/dump_name` from `begin` to `end`:
/// groups that follow the hierarchy, plain numbers in decimal, wide ones in hexadecimal, and probes with `enum_names`
/// as text, by the translation files `folder/enums/*.txt`. All names in it are relative: the folder can be moved.
/// Throws ResultFileError.
void write_gtkwave_save(const std::filesystem::path& folder, const std::string& dump_name, const ProbeList& probes,
                        const WaveScope& hierarchy, Picoseconds begin, Picoseconds end);

}  // namespace tactus
