#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "hw/common/probe.h"
#include "hw/common/units.h"
#include "testbench/app/results/wave_focus.h"
#include "testbench/app/results/wave_hierarchy.h"
#include "testbench/app/scenario/run_config.h"

namespace tactus {

/// Signals that GTKWave shows of a dump at first.
struct WaveView {
  Picoseconds begin;
  Picoseconds end;
  Picoseconds marker;
  std::optional<WaveGroup> first{};  ///< comes first, and its node is the one whose overview is open
};

/// Name of the dump of that format.
inline std::string dump_name(WaveFormat format) { return format == WaveFormat::kFst ? "waves.fst" : "waves.vcd"; }

/// Writes `folder/waves.gtkw`, a save file for GTKWave that shows `view` of the dump beside it: who is blocked, groups
/// that follow the hierarchy, plain numbers in decimal, wide ones in hexadecimal, and probes with `enum_names` as text.
/// An FST has the texts itself; for a VCD they are in the translation files `folder/enums/*.txt`. All names in it are
/// relative: the folder can be moved. Throws ResultFileError.
void write_gtkwave_save(const std::filesystem::path& folder, WaveFormat format, const ProbeList& probes,
                        const WaveScope& hierarchy, const WaveView& view);

}  // namespace tactus
