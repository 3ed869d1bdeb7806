#include <algorithm>
#include <filesystem>
#include <system_error>

#include "testbench/app/about/about.h"
#include "testbench/app/validate/paper.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

fs::path studies() { return fs::path(scenario_folder()) / "studies"; }

}  // namespace

std::vector<std::string> paper_names() {
  std::vector<std::string> names;
  std::error_code none;  // without the folder there are no papers, and every other command works
  for (const fs::directory_entry& study : fs::directory_iterator(studies(), none)) {
    if (fs::exists(study.path() / kClaimsFile)) names.push_back(study.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::variant<Paper, std::vector<Diagnostic>> read_paper(const std::string& name) {
  const bool is_file = fs::path(name).extension() == ".yaml";
  return read_claims(is_file ? fs::path(name) : studies() / name / kClaimsFile);
}

}  // namespace tactus
