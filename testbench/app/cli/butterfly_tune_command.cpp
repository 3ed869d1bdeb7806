#include "testbench/app/cli/butterfly_tune_command.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "testbench/app/cli/terminal.h"
#include "testbench/app/files/printable.h"
#include "testbench/app/results/count_progress.h"
#include "testbench/app/tune/butterfly_scenario.h"
#include "testbench/app/tune/tuned_file.h"

namespace tactus {
namespace {

ButterflySearchRequest request_of(const TuneOptions& options) {
  ButterflySearchRequest request = options.butterfly;
  request.scenario = options.scenario;
  request.overrides = options.overrides;
  request.level = options.level;
  return request;
}

/// Tunes every number of processes.
std::vector<TunedButterfly> run_studies(const ButterflySearch& search, const SweepExecution& how) {
  std::vector<TunedButterfly> tuned;
  for (ButterflyTuneRequest study : search.studies) {
    const int dimensions = study.study.butterfly.shape.dimensions;
    study.study.threads = static_cast<int>(how.jobs);
    std::optional<CountProgress> progress;
    const auto show = [&](std::size_t done, std::size_t all) {
      if (!progress) progress.emplace(how.terminal, fmt::format("searches with 2^{} processes", dimensions), all);
      progress->show(done);
    };
    tuned.push_back({dimensions, tune_butterfly(study, show)});
  }
  return tuned;
}

/// What the best of the scenario's own size gains where noise does something else than it was tuned for.
std::string other_reading_text(ButterflyTuneRequest study, const ButterflyChoice& best, std::size_t jobs) {
  const bool was_added = study.study.butterfly.reading == NoiseReading::kAdded;
  study.study.threads = static_cast<int>(jobs);
  study.study.butterfly.reading = was_added ? NoiseReading::kProcessor : NoiseReading::kAdded;
  study.middle_rounds = {best.middle_rounds};
  study.middle_positions = {best.middle_position};
  const ButterflyChoice same = try_butterflies(study).at(static_cast<std::size_t>(best.final_rounds));
  study.middle_rounds = {0};
  const ButterflyChoice plain = try_butterflies(study).front();
  return fmt::format("the best where noise {}: gain {:.2f}\n",
                     was_added ? "takes the processor (--noise-reading processor, and every level)"
                               : "delays the step it begins in (--noise-reading added)",
                     plain.completion.mean / same.completion.mean);
}

/// Answers the worst exit status of all runs.
int run_sweeps(const ButterflySearch& search, const TuneOptions& options, const SweepExecution& how,
               std::size_t& found) {
  int worst = kDone;
  for (const ButterflySweep& sweep : search.sweeps) {
    SweepExecution part = how;
    part.folder /= sweep.name;
    SweepRunner runner(sweep.plan, options.scenario, part);
    worst = std::max(worst, runner.run());
    found += runner.found();
  }
  return worst;
}

std::size_t points_of(const ButterflySearch& search) {
  std::size_t points = 0;
  for (const ButterflySweep& sweep : search.sweeps) points += sweep.plan.points.size();
  return points;
}

}  // namespace

int tune_butterfly_command(const TuneOptions& options, const SweepExecution& how) {
  const auto planned = plan_butterfly_search(request_of(options));
  if (const auto* faults = std::get_if<std::vector<Diagnostic>>(&planned)) return refuse(*faults);
  const ButterflySearch& search = std::get<ButterflySearch>(planned);
  const int own = butterfly_dimensions(search.scenario);
  TunedFile file(options.out);
  std::vector<TunedButterfly> tuned;
  std::string what;
  if (search.sweeps.empty()) {
    tuned = run_studies(search, how);
  } else {
    std::size_t found = 0;
    if (const int status = run_sweeps(search, options, how, found); status != kDone) {
      print_safely(stderr, "tactus: runs have failed: {} is not written\n", options.out.string());
      return status;
    }
    tuned.push_back({own, butterfly_tuning(butterfly_choices(search.sweeps, how.folder))});
    tuned.back().tuning.bound = search.bound;
    what = fmt::format("{} run, {} found at {} level in {}; ", points_of(search) - found, found,
                       to_string(*options.level), how.folder.string());
  }
  for (std::size_t i = 0; i < tuned.size(); ++i) {
    if (tuned[i].dimensions != own) continue;
    const ButterflyChoice& best = tuned[i].tuning.best;
    file.write(with_rounds(search.scenario, best), options.scenario, options.command);
    if (!options.quiet && !options.json && search.sweeps.empty())
      what = other_reading_text(search.studies[i], best, how.jobs);
  }
  if (options.json) {
    print_safely(stdout, "{}\n", butterfly_tuning_json(tuned));
  } else if (!options.quiet) {
    print_safely(stdout, "{}{}scenario in {}\n", butterfly_tuning_text(tuned), what, options.out.string());
  }
  return kDone;
}

}  // namespace tactus
