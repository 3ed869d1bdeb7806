#pragma once

#include <filesystem>
#include <vector>

namespace tactus {

/// A file that a command of the program reads as a whole.
struct ScenarioFile {
  enum class Kind { kScenario, kExploration };

  std::filesystem::path file;
  Kind kind = Kind::kScenario;
};

/// All scenarios and explorations in `folder` and the folders in it, in the order of their paths. Claims of papers are
/// left out. Throws std::filesystem::filesystem_error if there is no such folder.
std::vector<ScenarioFile> scenario_files(const std::filesystem::path& folder);

}  // namespace tactus
