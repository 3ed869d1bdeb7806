#include "testbench/app/cli/list_command.h"

#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "testbench/app/about/about.h"
#include "testbench/app/cli/command.h"
#include "testbench/app/cli/exit_status.h"
#include "testbench/app/files/printable.h"
#include "testbench/app/scenario/scenario_reader.h"
#include "testbench/app/validate/paper.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

std::string title_of(const fs::path& file) {
  const ScenarioResult result = read_scenario(file.string());
  if (const auto* scenario = std::get_if<Scenario>(&result)) return scenario->title;
  return "(wrong: `run` says what is)";
}

}  // namespace

std::vector<ScenarioEntry> find_scenarios(const fs::path& folder) {
  std::vector<ScenarioEntry> entries;
  for (const fs::directory_entry& found : fs::recursive_directory_iterator(folder)) {
    const bool is_claims = found.path().filename() == kClaimsFile;
    if (found.is_regular_file() && found.path().extension() == ".yaml" && !is_claims) {
      entries.push_back({found.path(), title_of(found.path())});
    }
  }
  std::sort(entries.begin(), entries.end(),
            [](const ScenarioEntry& a, const ScenarioEntry& b) { return a.file < b.file; });
  return entries;
}

namespace {

/// `tactus list`: the scenarios that come along, as paths that `tactus run` takes from here.
class ListCommand final : public Command {
 public:
  int execute() override {
    const std::vector<ScenarioEntry> entries = find_scenarios(scenario_folder());
    std::size_t width = 0;
    for (const ScenarioEntry& entry : entries) width = std::max(width, fs::proximate(entry.file).string().size());
    for (const ScenarioEntry& entry : entries) {
      print_safely(stdout, "{:<{}}  {}\n", fs::proximate(entry.file).string(), width, entry.title);
    }
    return kDone;
  }
};

}  // namespace

std::unique_ptr<Command> make_list_command() { return std::make_unique<ListCommand>(); }

}  // namespace tactus
