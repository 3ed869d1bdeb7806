#pragma once

#include <filesystem>
#include <string>

#include "testbench/scenario/scenario.h"

namespace tactus {

/// Where a tuned scenario comes from and goes to.
struct TunedFile {
  std::filesystem::path source;  ///< the scenario that was tuned
  std::filesystem::path out;
  std::string command;  ///< that made it, on one line
};

/// Writes `tuned` to `file.out`, under a temporary name first, with paths as they are from there. Throws
/// ResultFileError.
void write_tuned_file(Scenario tuned, const TunedFile& file);

}  // namespace tactus
