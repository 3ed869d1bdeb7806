#include "testbench/app/cli/run_command.h"

#include <fmt/format.h>

#include "hw/node/node_parts.h"
#include "testbench/app/cli/exit_status.h"
#include "testbench/app/cli/scenario_argument.h"
#include "testbench/app/cli/terminal.h"
#include "testbench/app/results/result_json.h"
#include "testbench/app/results/text_summary.h"
#include "testbench/app/run/credit_dropping_router.h"
#include "testbench/app/run/simulation.h"

namespace tactus {
namespace {

RunSummary execute(const Scenario& scenario, const SimulationOptions& how) {
  Simulation simulation(scenario, how);
  RunSummary summary = simulation.run();
  if (simulation.waves_missed()) {
    fmt::print(stderr, "tactus: no waves: the run ended before waves.from; see `waves` in the scenario\n");
  }
  return summary;
}

/// What the nodes of the cycle level are made of.
NodeParts parts_for(const RunOptions& options) {
  NodeParts parts = cycle_level_parts();
  if (options.drop_credits) parts.router = make_credit_dropping_router;
  return parts;
}

}  // namespace

int run_command(const RunOptions& options) {
  std::optional<Scenario> read = scenario_argument(options.scenario, options.overrides, {options.level});
  if (!read) return kInputWrong;
  Scenario& scenario = *read;
  if (options.wave_format) scenario.run.waves.format = *options.wave_format;
  const std::filesystem::path folder = options.out.value_or(std::filesystem::path("results") / scenario.name);
  if (options.waves && options.level != Level::kCycle) {
    fmt::print(stderr, "tactus: --waves: only the cycle level has signals: use --level cycle\n");
    return kInputWrong;
  }
  SimulationOptions how;
  how.level = options.level;
  how.folder = folder;
  how.waves = options.waves;
  how.fabric.threading.threads = options.threads;
  how.fabric.parts = parts_for(options);
  how.progress = progress_terminal(options.quiet);
  try {
    const RunSummary summary = execute(scenario, how);
    write_result(folder, summary);
    if (options.json) {
      fmt::print("{}", result_json(summary));
    } else if (!options.quiet) {
      fmt::print("{}", text_summary(summary, folder));
    }
  } catch (const ModelViolation& violation) {
    // The other files now tell of this run; a result of an earlier one beside them would mislead.
    std::error_code ignored;
    std::filesystem::remove(folder / "result.json", ignored);
    fmt::print(stderr, "tactus: {}\n", violation.what());
    return kViolation;
  }
  return kDone;
}

}  // namespace tactus
