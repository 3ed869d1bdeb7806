#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tactus {

/// A scenario file and its title, with the default values of its parameters.
struct ScenarioEntry {
  std::filesystem::path file;
  std::string title;
};

/// Every `*.yaml` file under `folder`, sorted by path. A file with faults has a title that says so.
std::vector<ScenarioEntry> find_scenarios(const std::filesystem::path& folder);

}  // namespace tactus
