#include "testbench/app/cli/phases_command.h"

#include <fmt/format.h>

#include "testbench/app/cli/commands.h"
#include "testbench/app/cli/common_options.h"
#include "testbench/app/cli/exit_status.h"
#include "testbench/app/cli/terminal.h"
#include "testbench/app/files/printable.h"
#include "testbench/app/results/csv_table.h"
#include "testbench/app/run/phase_table.h"

namespace tactus {

std::unique_ptr<Command> make_phases_command() { return std::make_unique<PhasesCommand>(); }

void PhasesCommand::declare(CommandOptions& options) {
  options.option("SCENARIO", scenario, {"Scenario file with a pacing mode that has slots, as phase"}, true);
  add_set_option(options, overrides,
                 "Set a parameter of the scenario, or any of its keys by its dotted path; may be "
                 "repeated");
  options.flag("--csv", csv, "Print the groups as comma-separated values alone");
}

int PhasesCommand::execute() {
  const std::optional<Scenario> read = scenario_argument(scenario, overrides, {});
  if (!read) return kInputWrong;
  if (read->workload.phased == nullptr) {
    throw UsageError(
        fmt::format("phases: pacing.mode {} has no slots; --set pacing.mode=phase has", read->pacing.mode.name()));
  }
  print_safely(stdout, "{}", csv ? csv_text(phase_rows(*read)) : phase_text(*read));
  return kDone;
}

}  // namespace tactus
