#include "testbench/app/cli/sweep_command.h"

#include <fmt/core.h>

#include "testbench/app/cli/commands.h"
#include "testbench/app/cli/terminal.h"
#include "testbench/app/files/printable.h"

namespace tactus {
namespace {

/// "shard 1/4: 3 of 12 points"
std::string share_text(const SweepShard& shard, const SweepPlan& plan, const SweepRunner& runner) {
  return fmt::format("shard {}/{}: {} of {} {}", shard.index, shard.of, runner.points(), plan.points.size(),
                     runner.things());
}

void print_end(const SweepCommand& options, const SweepPlan& plan, const SweepRunner& runner,
               const std::filesystem::path& folder) {
  const std::string counts = fmt::format("{} run, {} found", runner.points() - runner.found(), runner.found());
  if (options.shard) {
    print_safely(stdout, "{}; in {}, which the same sweep without --shard gathers\n", counts, folder.string());
  } else {
    print_safely(stdout, "\n{}\n{}; table in {}\n", runner.table().text(runner.was_found()), counts,
                 (folder / "sweep.csv").string());
    if (plan.seeds > 1 && !runner.table().depends_on_seed()) {
      print_safely(stdout, "No figure depends on the seed: one seed shows as much.\n");
    }
  }
}

}  // namespace

std::unique_ptr<Command> make_sweep_command() { return std::make_unique<SweepCommand>(); }

void SweepCommand::declare(CommandOptions& options) {
  options.option("SCENARIO", request.scenario, {"Scenario file"}, true);
  options.repeated("--over", request.over,
                   {"Vary a parameter of the scenario or any of its keys: values and ranges, parted by commas; may be "
                    "repeated for every combination",
                    "KEY=VALUE,...|KEY=FIRST:LAST:STEP"});
  options.repeated(
      "--design", request.designs,
      {"Compare designs beside what is varied: a name, and keys and parameters that go together, parted by "
       "commas; to be repeated for each design. A name alone is the scenario as it is",
       "NAME[:KEY=VALUE,...]"});
  options.option("--seeds",
                 [this](const std::string& text) {
                   request.seeds = to_seeds(text, 2, ": the confidence interval of a mean needs two runs at least");
                 },
                 {"Run every combination with N seeds, from the scenario's on: the table then has means and their 95 % "
                  "confidence intervals",
                  "N"});
  declare_runs(options, request.level, request.overrides,
               {"points", "sweep",
                "Result folder, by default results/<name of the scenario>-sweep: sweep.csv and one folder per "
                "point.\nPoints that have their result in it are not run again",
                "As of run, for every point; may be repeated",
                "As of run; by default packet if every point allows it, else cycle, else flow"});
}

void SweepCommand::check() {
  if (!request.over.empty() || !request.designs.empty() || request.seeds != 1) return;
  throw UsageError("sweep: nothing to vary: give --over KEY=..., --design NAME:KEY=..., --seeds N, or several of them");
}

int SweepCommand::execute() {
  const auto planned = plan_sweep(request);
  if (const auto* faults = std::get_if<std::vector<Diagnostic>>(&planned)) return refuse(*faults);
  const SweepPlan& plan = std::get<SweepPlan>(planned);
  const SweepExecution how = execution(std::filesystem::path("results") / (plan.scenario_name + "-sweep"));
  if (!quiet) {
    print_safely(stdout, "{} points{} at {} level{}{}\n", plan.combinations(),
                 plan.seeds == 1 ? "" : fmt::format(" with {} seeds each", plan.seeds), to_string(plan.level),
                 plan.level_reason.empty() ? "" : ": ", plan.level_reason);
  }
  SweepRunner runner(plan, request.scenario, how);
  if (!quiet && shard) print_safely(stdout, "{}\n", share_text(*shard, plan, runner));
  const int status = runner.run();
  if (!quiet) print_end(*this, plan, runner, how.folder);
  return status;
}

}  // namespace tactus
