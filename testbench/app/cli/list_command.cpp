#include "testbench/app/cli/list_command.h"

#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "hw/common/policy.h"
#include "testbench/app/about/about.h"
#include "testbench/app/cli/command.h"
#include "testbench/app/cli/commands.h"
#include "testbench/app/cli/common_options.h"
#include "testbench/app/cli/exit_status.h"
#include "testbench/app/explore/explore_file.h"
#include "testbench/app/explore/scenario_files.h"
#include "testbench/app/files/printable.h"
#include "testbench/app/scenario/key_documents.h"
#include "testbench/app/scenario/scenario_keys.h"
#include "testbench/app/scenario/scenario_reader.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

std::string title_of(const ScenarioFile& found) {
  if (found.kind == ScenarioFile::Kind::kExploration) {
    const auto read = read_exploration(found.file.string());
    const auto* exploration = std::get_if<ExploreFile>(&read);
    return exploration != nullptr ? "(explore) " + exploration->title : "(wrong: `explore` says what is)";
  }
  const ScenarioResult result = read_scenario(found.file.string());
  if (const auto* scenario = std::get_if<Scenario>(&result)) return scenario->title;
  return "(wrong: `run` says what is)";
}

}  // namespace

std::vector<ScenarioEntry> find_scenarios(const fs::path& folder) {
  std::vector<ScenarioEntry> entries;
  for (const ScenarioFile& found : scenario_files(folder)) entries.push_back({found.file, title_of(found)});
  return entries;
}

namespace {

void list_scenarios() {
  const std::vector<ScenarioEntry> entries = find_scenarios(scenario_folder());
  std::size_t width = 0;
  for (const ScenarioEntry& entry : entries) width = std::max(width, fs::proximate(entry.file).string().size());
  for (const ScenarioEntry& entry : entries) {
    print_safely(stdout, "{:<{}}  {}\n", fs::proximate(entry.file).string(), width, entry.title);
  }
}

/// Keys whose paths begin with `prefix`.
void list_keys(const std::string& prefix) {
  bool any = false;
  for (const KeySpec& key : scenario_keys()) {
    if (key.path.compare(0, prefix.size(), prefix) != 0) continue;
    print_safely(stdout, "{}", key_help(key));
    any = true;
  }
  if (any) return;
  const std::size_t dot = prefix.find('.');
  const std::string section = dot == std::string::npos ? "" : prefix.substr(0, dot);
  const std::string name = dot == std::string::npos ? prefix : prefix.substr(dot + 1);
  throw UsageError("--keys: " + unknown_key(section, name) + unknown_key_hint(section, name));
}

/// Policies of all kinds that scenarios can name.
void list_policies() {
  for (const std::string& kind : policy_kinds()) {
    print_safely(stdout, "{}\n", kind);
    for (const Policy* policy : policies_of(kind)) {
      const std::string owner = policy->plugin.empty() ? "" : fmt::format(" ({})", policy->plugin);
      print_safely(stdout, "    {}{}: {}\n", policy->name, owner, policy->summary);
    }
  }
}

/// `tactus list`: the scenarios that come along, as paths that `tactus run` takes from here; or what they can say.
class ListCommand final : public Command {
 public:
  void declare(CommandOptions& options) override {
    options.flag_or_value("--keys", keys_, kAllKeys,
                          "Print the keys of scenarios instead; --keys=PREFIX: those that begin so, as pacing.");
    options.flag("--policies", policies_, "Print the policies that scenarios can name instead, by their kinds");
    options.flag("--schema", schema_, "Print the JSON Schema of scenarios instead, for editors");
    add_plugin_option(options);
  }
  void check() override {
    if ((keys_.empty() ? 0 : 1) + (policies_ ? 1 : 0) + (schema_ ? 1 : 0) > 1) {
      throw UsageError("list: --keys, --policies and --schema: one of them");
    }
  }
  int execute() override {
    if (!keys_.empty()) {
      list_keys(keys_ == kAllKeys ? "" : keys_);
    } else if (policies_) {
      list_policies();
    } else if (schema_) {
      print_safely(stdout, "{}", scenario_schema());
    } else {
      list_scenarios();
    }
    return kDone;
  }

 private:
  static constexpr char kAllKeys[] = "*";
  std::string keys_;
  bool policies_ = false;
  bool schema_ = false;
};

}  // namespace

std::unique_ptr<Command> make_list_command() { return std::make_unique<ListCommand>(); }

}  // namespace tactus
