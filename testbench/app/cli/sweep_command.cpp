#include "testbench/app/cli/sweep_command.h"

#include <fmt/core.h>

#include "testbench/app/cli/terminal.h"
#include "testbench/app/sweep/sweep_runner.h"

namespace tactus {

int sweep_command(const SweepOptions& options) {
  const auto planned = plan_sweep(options.request);
  if (const auto* faults = std::get_if<std::vector<Diagnostic>>(&planned)) return refuse(*faults);
  const SweepPlan& plan = std::get<SweepPlan>(planned);
  SweepExecution how;
  how.folder = options.out.value_or(std::filesystem::path("results") / (plan.scenario_name + "-sweep"));
  how.jobs = options.jobs;
  how.terminal = progress_terminal(options.quiet);
  if (!options.quiet) {
    fmt::print("{} points{} at {} level{}{}\n", plan.combinations(),
               plan.seeds == 1 ? "" : fmt::format(" with {} seeds each", plan.seeds), to_string(plan.level),
               plan.level_reason.empty() ? "" : ": ", plan.level_reason);
  }
  SweepRunner runner(plan, options.request.scenario, how);
  const int status = runner.run();
  if (!options.quiet) {
    fmt::print("\n{}\n{} run, {} found; table in {}\n", runner.table().text(), plan.points.size() - runner.found(),
               runner.found(), (how.folder / "sweep.csv").string());
  }
  return status;
}

}  // namespace tactus
