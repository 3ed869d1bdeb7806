#include "testbench/cli/tune_command.h"

#include <fmt/format.h>

#include <algorithm>

#include "testbench/cli/exit_status.h"
#include "testbench/results/atomic_file.h"
#include "testbench/results/progress.h"
#include "testbench/scenario/scenario_yaml.h"
#include "testbench/sweep/sweep_runner.h"

namespace tactus {
namespace {

/// The command that found the biases, on one line.
std::string command_text(const TuneRequest& request) {
  std::string text = fmt::format("tactus tune {} --bias {}", request.scenario, request.bias);
  for (const std::string& override_text : request.overrides) text += fmt::format(" --set '{}'", override_text);
  if (request.imbalance) text += fmt::format(" --imbalance '{}'", *request.imbalance);
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

void write_scenario_file(const TuneOptions& options, Scenario tuned) {
  if (options.request.imbalance) tuned.title += fmt::format(" under {} of imbalance", *options.request.imbalance);
  const std::filesystem::path folder = std::filesystem::absolute(options.out).parent_path();
  if (!tuned.noise_file.empty()) {
    const std::filesystem::path recording = std::filesystem::absolute(options.request.scenario).parent_path();
    tuned.noise_file = (recording / tuned.noise_file).lexically_normal().lexically_proximate(folder).string();
  }
  const std::filesystem::path schema = std::filesystem::path(TACTUS_SCENARIO_DIR) / "schema.json";
  AtomicFile file(options.out);
  file.print("# yaml-language-server: $schema={}\n# Made by {}\n{}", schema.lexically_proximate(folder).string(),
             command_text(options.request), to_yaml(tuned));
  file.commit();
}

}  // namespace

int tune_command(const TuneOptions& options) {
  const auto planned = plan_tuning(options.request);
  if (const auto* faults = std::get_if<std::vector<Diagnostic>>(&planned)) {
    for (const Diagnostic& fault : *faults) fmt::print(stderr, "{}\n", format(fault));
    return kInputWrong;
  }
  const TunePlan& plan = std::get<TunePlan>(planned);
  SweepExecution how;
  how.folder = options.runs.value_or(std::filesystem::path("results") / (plan.scenario.name + "-tune"));
  how.jobs = options.jobs.value_or(one_job_per_core());
  if (!options.quiet && Progress::is_terminal(stderr)) how.terminal = stderr;
  SweepRunner runner(plan.sweep, options.request.scenario, how);
  if (const int status = runner.run(); status != kDone) {
    fmt::print(stderr, "tactus: runs have failed: {} is not written\n", options.out.string());
    return status;
  }
  const std::vector<TunedSequence> found = tuned_sequences(plan, how.folder);
  write_scenario_file(options, tuned_scenario(plan.scenario, found));
  if (!options.quiet) {
    fmt::print("{}\n{} run, {} found at {} level in {}; scenario in {}\n", tuning_text(found),
               plan.sweep.points.size() - runner.found(), runner.found(), to_string(plan.sweep.level),
               how.folder.string(), options.out.string());
  }
  return kDone;
}

}  // namespace tactus
