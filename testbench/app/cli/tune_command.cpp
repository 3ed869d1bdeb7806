#include "testbench/app/cli/tune_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "testbench/app/cli/butterfly_tune_command.h"
#include "testbench/app/cli/options.h"
#include "testbench/app/cli/terminal.h"
#include "testbench/app/files/printable.h"
#include "testbench/app/scenario/scenario_reader.h"
#include "testbench/app/sweep/sweep_runner.h"
#include "testbench/app/tune/tuned_file.h"

namespace tactus {
namespace {

TuneRequest sequence_request(const TuneOptions& options) {
  TuneRequest request;
  request.scenario = options.scenario;
  request.overrides = options.overrides;
  request.level = options.level;
  if (options.bias) request.bias = *options.bias;
  request.imbalance = options.imbalance;
  return request;
}

int tune_sequences(const TuneOptions& options, const SweepExecution& how) {
  const TuneRequest request = sequence_request(options);
  const auto planned = plan_tuning(request);
  if (const auto* faults = std::get_if<std::vector<Diagnostic>>(&planned)) return refuse(*faults);
  const TunePlan& plan = std::get<TunePlan>(planned);
  TunedFile file(options.out);
  SweepRunner runner(plan.sweep, options.scenario, how);
  if (const int status = runner.run(); status != kDone) {
    print_safely(stderr, "tactus: runs have failed: {} is not written\n", options.out.string());
    return status;
  }
  const std::vector<TunedSequence> found = tuned_sequences(plan, how.folder);
  Scenario tuned = tuned_scenario(plan.scenario, found);
  if (request.imbalance) tuned.title += fmt::format(" under {} of imbalance", *request.imbalance);
  file.write(std::move(tuned), options.scenario, options.command);
  if (options.json) {
    print_safely(stdout, "{}\n", tuning_json(found));
  } else if (!options.quiet) {
    print_safely(stdout, "{}\n{} run, {} found at {} level in {}; scenario in {}\n", tuning_text(found),
                 plan.sweep.points.size() - runner.found(), runner.found(), to_string(plan.sweep.level),
                 how.folder.string(), options.out.string());
  }
  return kDone;
}

SweepExecution tune_execution(const TuneOptions& options, const Scenario& scenario) {
  SweepExecution how;
  how.folder = options.runs.value_or(std::filesystem::path("results") / (scenario.name + "-tune"));
  how.jobs = options.jobs;
  how.terminal = progress_terminal(options.quiet);
  return how;
}

}  // namespace

int tune_command(const TuneOptions& options) {
  const ScenarioResult read = read_scenario(options.scenario, options.overrides);
  if (const auto* faults = std::get_if<std::vector<Diagnostic>>(&read)) return refuse(*faults);
  const Scenario& scenario = std::get<Scenario>(read);
  const SweepExecution how = tune_execution(options, scenario);
  if (scenario.workload.algorithm == Algorithm::kButterfly) {
    if (options.bias || options.imbalance) {
      throw UsageError(fmt::format("{}: a butterfly has no sequences whose bias could be tuned",
                                   options.bias ? "--bias" : "--imbalance"));
    }
    return tune_butterfly_command(options, how);
  }
  if (!options.for_butterfly.empty()) {
    throw UsageError(fmt::format("{}: only for workload.algorithm: butterfly", fmt::join(options.for_butterfly, ", ")));
  }
  return tune_sequences(options, how);
}

}  // namespace tactus
