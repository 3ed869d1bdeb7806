#include "testbench/app/cli/explore_command.h"

#include <fmt/format.h>

#include "testbench/app/cli/commands.h"
#include "testbench/app/cli/exit_status.h"
#include "testbench/app/cli/terminal.h"
#include "testbench/app/explore/explore_cost.h"
#include "testbench/app/explore/explore_results.h"
#include "testbench/app/explore/explore_tables.h"
#include "testbench/app/files/printable.h"
#include "testbench/app/results/atomic_file.h"

namespace tactus {
namespace {

/// The text as a word for a shell.
std::string quoted(const std::string& text) {
  constexpr char kPlain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+-,=/:";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) return text;
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

}  // namespace

std::unique_ptr<Command> make_explore_command() { return std::make_unique<ExploreCommand>(); }

void ExploreCommand::declare(CommandOptions& options) {
  options.option("FILE", request.file, {"File of the exploration: docs/reference/explore.md"}, true);
  options.option("--seeds", [this](const std::string& text) { request.seeds = to_seeds(text, 1); },
                 {"Seeds of every case, from the scenario's on, instead of the file's", "N"});
  declare_runs(options, request.level, request.overrides,
               {"runs", "exploration",
                "Result folder, by default results/<name of the file>-explore: explore.csv, designs.csv and one folder "
                "per run.\nRuns that have their result in it are not made again",
                "As of run, for every run; may be repeated", "As of run, instead of the file's; by default packet"});
  options.flag("--plan", plan_only, "Print how many runs there are, and which, and make none");
}

std::string ExploreCommand::command_text() const {
  std::string text = "./tactus explore " + quoted(request.file);
  if (request.seeds) text += fmt::format(" --seeds {}", *request.seeds);
  if (request.level) text += fmt::format(" --level {}", to_string(*request.level));
  for (const std::string& each : request.overrides) text += " --set " + quoted(each);
  return text;
}

void ExploreCommand::print_plan(const ExplorePlan& plan) const {
  const ExploreFile& file = plan.file;
  std::size_t runs = plan.sweep.points.size();
  print_safely(stdout, "{} runs at {} level: {} designs x {} machines x {} workloads x {} disturbances, {} seeds\n",
               runs, to_string(plan.sweep.level), file.designs.size(), file.machines.size(), file.workloads.size(),
               file.disturbances.size(), plan.sweep.seeds);
  if (!plan_only) return;
  for (const ExploreDesign& design : file.designs) {
    const std::string values =
        design.tune ? fmt::format(", {} values of {}", design.tune->grid.size(), design.tune->key) : "";
    print_safely(stdout, "design {}{}\n", design.name, values);
  }
  for (const ExploreCell& cell : plan.cells) {
    const std::string where =
        fmt::format("{}, {}, {}, {}", file.designs[cell.design].name, file.machines[cell.machine].name,
                    file.workloads[cell.workload].name, file.disturbances[cell.disturbance].name);
    if (cell.refused.empty()) {
      print_safely(stdout, "{}: {} runs\n", where, cell.points.size() * plan.sweep.seeds);
    } else {
      print_safely(stdout, "{}: refused: {}\n", where, cell.refused);
    }
  }
}

void ExploreCommand::write_tables(const ExplorePlan& plan, const SweepRunner& runner,
                                  const std::filesystem::path& folder) const {
  const ExploreResults results = gather(plan, runner.table());
  const std::vector<DesignCost> costs = design_costs(plan, folder);
  const ExploreTables tables(plan, results, costs, command_text());
  write_whole_file(folder / "designs.csv", tables.designs_csv());
  write_whole_file(folder / "explore.json", tables.json().dump(1) + "\n");
  write_whole_file(folder / "explore.csv", tables.cells_csv());
  if (quiet) return;
  print_safely(stdout, "\n{}\n{}\n  {}\n", tables.text(), tables.sentence(), command_text());
  print_safely(stdout, "{} run, {} found; tables in {}; tactus report {} makes a page\n",
               runner.points() - runner.found(), runner.found(), folder.string(), folder.string());
}

int ExploreCommand::execute() {
  const auto planned = plan_exploration(request);
  if (const auto* faults = std::get_if<std::vector<Diagnostic>>(&planned)) return refuse(*faults);
  const ExplorePlan& plan = std::get<ExplorePlan>(planned);
  if (!quiet || plan_only) print_plan(plan);
  if (plan_only) return kDone;
  SweepExecution how = execution(std::filesystem::path("results") / (plan.file.name + "-explore"));
  how.table = "runs";
  SweepRunner runner(plan.sweep, plan.file.scenario, how);
  const int status = runner.run();
  if (!shard) {
    write_tables(plan, runner, how.folder);
  } else if (!quiet) {
    print_safely(stdout, "shard {}/{}: {} of {} runs; in {}, which the same exploration without --shard gathers\n",
                 shard->index, shard->of, runner.points(), plan.sweep.points.size(), how.folder.string());
  }
  return status;
}

}  // namespace tactus
