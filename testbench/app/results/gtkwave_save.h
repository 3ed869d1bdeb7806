#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "hw/common/probe.h"
#include "hw/common/units.h"
#include "testbench/app/results/blocked_view.h"
#include "testbench/app/results/wave_hierarchy.h"

namespace tactus {

/// What GTKWave shows of a dump at first.
struct WaveView {
  Picoseconds begin;
  Picoseconds end;
  Picoseconds marker;
  std::optional<BlockedView> blocked{};  ///< comes first, and its node is the one whose overview is open
};

/// Writes `folder/waves.gtkw`, a save file for GTKWave that shows `view` of the dump `folder/dump_name`: who is
/// blocked, groups that follow the hierarchy, plain numbers in decimal, wide ones in hexadecimal, and probes with
/// `enum_names` as text, by the translation files `folder/enums/*.txt`. All names in it are relative: the folder can be
/// moved. Throws ResultFileError.
void write_gtkwave_save(const std::filesystem::path& folder, const std::string& dump_name, const ProbeList& probes,
                        const WaveScope& hierarchy, const WaveView& view);

}  // namespace tactus
