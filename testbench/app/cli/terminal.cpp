#include "testbench/app/cli/terminal.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "testbench/app/files/printable.h"
#include "testbench/app/results/progress.h"
#include "testbench/app/run/replaced_rtl.h"
#include "testbench/app/scenario/scenario_reader.h"

namespace tactus {
namespace {

/// Whether the RTL that the scenario brings, if any, is there now; says what is wrong with it.
bool build_replacements(Scenario& scenario) {
  if (scenario.rtl.replace.empty()) return true;
  const auto built = build_replaced_rtl(scenario);
  if (const auto* fault = std::get_if<KeyFault>(&built)) {
    print_safely(stderr, "{}\n", format(scenario.diagnose(*fault)));
    return false;
  }
  scenario.rtl.library = std::get<std::filesystem::path>(built).string();
  return true;
}

}  // namespace

ExitStatus refuse(const std::vector<Diagnostic>& faults) {
  for (const Diagnostic& fault : faults) print_safely(stderr, "{}\n", format(fault));
  return kInputWrong;
}

std::optional<Scenario> scenario_argument(const std::filesystem::path& path, const std::vector<std::string>& overrides,
                                          std::vector<Level> levels) {
  return scenario_argument(read_scenario(path.string(), overrides), std::move(levels));
}

std::optional<Scenario> scenario_argument(ScenarioResult result, std::vector<Level> levels) {
  if (const auto* faults = std::get_if<std::vector<Diagnostic>>(&result)) {
    refuse(*faults);
    return std::nullopt;
  }
  Scenario& scenario = std::get<Scenario>(result);
  if (levels.empty()) levels.push_back(default_level(scenario));
  const bool packet_level = std::count(levels.begin(), levels.end(), Level::kPacket) > 0;
  bool executable = true;
  for (const Level level : levels) {
    for (const KeyFault& fault : level_faults(level, scenario)) {
      // Beside another level's run they are those of the packet level's.
      if (fault.key == "cycle.nodes" && packet_level) continue;
      print_safely(stderr, "{}\n", format(scenario.diagnose(fault)));
      executable = false;
    }
  }
  if (!executable || !build_replacements(scenario)) return std::nullopt;
  return std::move(scenario);
}

std::FILE* progress_terminal(bool quiet) { return !quiet && is_terminal(stderr) ? stderr : nullptr; }

}  // namespace tactus
