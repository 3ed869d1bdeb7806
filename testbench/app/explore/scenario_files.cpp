#include "testbench/app/explore/scenario_files.h"

#include <algorithm>

#include "testbench/app/explore/explore_file.h"
#include "testbench/app/validate/paper.h"

namespace tactus {

std::vector<ScenarioFile> scenario_files(const std::filesystem::path& folder) {
  std::vector<ScenarioFile> files;
  for (const auto& found : std::filesystem::recursive_directory_iterator(folder)) {
    const std::filesystem::path& file = found.path();
    if (!found.is_regular_file() || file.extension() != ".yaml" || file.filename() == kClaimsFile) continue;
    using Kind = ScenarioFile::Kind;
    files.push_back({file, is_exploration(file.string()) ? Kind::kExploration : Kind::kScenario});
  }
  std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.file < b.file; });
  return files;
}

}  // namespace tactus
