#include "testbench/app/cli/rtl_command.h"

#include <fmt/format.h>

#include <variant>

#include "testbench/app/cli/commands.h"
#include "testbench/app/cli/common_options.h"
#include "testbench/app/cli/exit_status.h"
#include "testbench/app/cli/terminal.h"
#include "testbench/app/files/printable.h"
#include "testbench/app/node_rtl/node_folder.h"
#include "testbench/app/node_rtl/node_straps.h"
#include "testbench/app/scenario/scenario_reader.h"

namespace tactus {
namespace {

/// Why the machine of `scenario` has no node in RTL.
std::vector<ConfigFault> node_rule(const Scenario& scenario) {
  if (scenario.network.kind != kTorusName) {
    return {
        {"network.kind", fmt::format("{}: there are nodes in RTL for a {}", scenario.network.kind.name(), kTorusName)}};
  }
  if (!scenario.flow.of_machine()) {
    return {{"flow", "a network of the flow level alone: there are nodes in RTL for the machine's torus or mesh"}};
  }
  std::vector<ConfigFault> faults = node_faults(scenario.machine);
  for (ConfigFault& fault : faults) fault.field = "machine." + fault.field;
  return faults;
}

}  // namespace

std::unique_ptr<Command> make_rtl_command() { return std::make_unique<RtlCommand>(); }

void RtlCommand::declare(CommandOptions& options) {
  options.option("SCENARIO", scenario, {"Scenario file with the machine"}, true);
  options.option("-o,--out", out, {"Folder for the RTL; it must be empty, if there is one", "DIR"}, true);
  add_set_option(options, overrides, "As of run; may be repeated");
}

void RtlCommand::check() {
  if (!is_free_for_node(out)) {
    throw UsageError(
        fmt::format("--out {}: there is something already: remove it, or name another folder", out.string()));
  }
}

int RtlCommand::execute() {
  const ScenarioResult read = read_scenario(scenario, overrides, node_rule);
  if (const auto* faults = std::get_if<std::vector<Diagnostic>>(&read)) return refuse(*faults);
  write_node_folder(out, std::get<Scenario>(read).machine, rtl_folder("rtl"),
                    std::filesystem::path(scenario).filename().string());
  print_safely(stdout, "{}\n", out.string());
  return kDone;
}

}  // namespace tactus
