#include "testbench/app/cli/sweep_command.h"

#include <fmt/core.h>

#include "testbench/app/cli/terminal.h"
#include "testbench/app/files/printable.h"
#include "testbench/app/sweep/sweep_runner.h"

namespace tactus {
namespace {

/// "shard 1/4: 3 of 12 points"
std::string share_text(const SweepShard& shard, const SweepPlan& plan, const SweepRunner& runner) {
  return fmt::format("shard {}/{}: {} of {} {}", shard.index, shard.of, runner.points(), plan.points.size(),
                     runner.things());
}

void print_end(const SweepOptions& options, const SweepPlan& plan, const SweepRunner& runner,
               const std::filesystem::path& folder) {
  const std::string counts = fmt::format("{} run, {} found", runner.points() - runner.found(), runner.found());
  if (options.shard) {
    print_safely(stdout, "{}; in {}, which the same sweep without --shard gathers\n", counts, folder.string());
  } else {
    print_safely(stdout, "\n{}\n{}; table in {}\n", runner.table().text(), counts, (folder / "sweep.csv").string());
    if (plan.seeds > 1 && !runner.table().depends_on_seed()) {
      print_safely(stdout, "No figure depends on the seed: one seed shows as much.\n");
    }
  }
}

}  // namespace

int sweep_command(const SweepOptions& options) {
  const auto planned = plan_sweep(options.request);
  if (const auto* faults = std::get_if<std::vector<Diagnostic>>(&planned)) return refuse(*faults);
  const SweepPlan& plan = std::get<SweepPlan>(planned);
  SweepExecution how;
  how.folder = options.out.value_or(std::filesystem::path("results") / (plan.scenario_name + "-sweep"));
  how.jobs = options.jobs;
  how.shard = options.shard;
  how.terminal = progress_terminal(options.quiet);
  how.drop_credits = options.drop_credits;
  how.tells = true;
  if (!options.quiet) {
    print_safely(stdout, "{} points{} at {} level{}{}\n", plan.combinations(),
                 plan.seeds == 1 ? "" : fmt::format(" with {} seeds each", plan.seeds), to_string(plan.level),
                 plan.level_reason.empty() ? "" : ": ", plan.level_reason);
  }
  SweepRunner runner(plan, options.request.scenario, how);
  if (!options.quiet && options.shard) print_safely(stdout, "{}\n", share_text(*options.shard, plan, runner));
  const int status = runner.run();
  if (!options.quiet) print_end(options, plan, runner, how.folder);
  return status;
}

}  // namespace tactus
