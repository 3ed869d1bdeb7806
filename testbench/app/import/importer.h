#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "hw/common/policy.h"
#include "testbench/app/import/import_input.h"
#include "testbench/app/import/import_target.h"

namespace tactus {

/// How what is read becomes time.
struct ImportSettings {
  double compute_scale = 1;           ///< computing takes so many times as long; above 0
  double flop_rate = 0;               ///< flop/s of a rank, for formats that count operations; 0: not given
  std::uint64_t goal_unit_ps = 1000;  ///< picoseconds of a unit of GOAL's calc; LogGOPSim takes it for nanoseconds
};

/// The begin of a file, from which importers know their formats.
struct ImportPeek {
  std::string_view head;  ///< the first bytes, decompressed
  std::string name;       ///< name of the file, without its folder
};

/// Registration of an importer, in testbench/app/import/importers/<name>.cpp. Reference: docs/reference/import.md.
struct ImporterPolicy : Policy {
  bool (*recognises)(const ImportPeek& peek) = nullptr;
  /// Reads the input into the target. Everything that is wrong, and everything that it does not know, is on the
  /// target's list of faults; what it has put into the target is complete if the list is empty.
  void (*read)(const ImportInput& input, const ImportSettings& settings, ImportTarget& target) = nullptr;
};
struct ImporterKind {
  static constexpr char kName[] = "importer";
  using Policy = ImporterPolicy;
};

/// Bytes that importers are shown of a file.
inline constexpr std::size_t kPeekBytes = 4096;

/// Reads a schedule or trace into `target`, by the importer `format`; an empty `format` is the one that recognises the
/// file. The target's list of faults is empty if it has been read completely. Answers the name of the format that was
/// read, or nothing.
std::string import_schedule(const std::filesystem::path& path, const std::string& format,
                            const ImportSettings& settings, ImportTarget& target);

/// Name of the format that the file, or the first file of the folder, begins like; empty if none or several do, or if
/// it cannot be read.
std::string recognised_format(const std::filesystem::path& path);

/// The first line that is neither empty nor begins with '#', without blanks before it.
std::string_view first_significant_line(std::string_view text);

}  // namespace tactus
