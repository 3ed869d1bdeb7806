#include "testbench/cli/tune_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "testbench/cli/options.h"

namespace tactus {

CLI::App* add_tune_command(CLI::App& app, TuneArguments& arguments) {
  CLI::App* tune =
      app.add_subcommand("tune", "Find the best bias of each sequence alone, and write a scenario that has them");
  tune->add_option("SCENARIO", arguments.scenario, "Scenario file; a2at, pwx or ring")->required()->type_name("");
  tune->add_option("--out", arguments.out, "Scenario file to write")->required()->type_name("FILE.yaml");
  tune->add_option("--bias", arguments.bias,
                   fmt::format("Biases to try: values and ranges, by default {}", TuneRequest().bias))
      ->type_name("FROM:TO:STEP");
  tune->add_option(
          "--imbalance", arguments.imbalance,
          "While tuning, ranks begin late by a random time of at most so much; by default as the scenario says")
      ->type_name("TIME");
  tune->add_option("--level", arguments.level, "As of run; by default packet if the machine allows it, else cycle")
      ->type_name("LEVEL");
  tune->add_option("--set", arguments.overrides, "As of run; may be repeated")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false)
      ->take_all();
  tune->add_option("--runs", arguments.runs,
                   "Folder of the runs, by default results/<name of the scenario>-tune.\nThose that have their result "
                   "in it are not run again")
      ->type_name("DIR");
  tune->add_option("--jobs", arguments.jobs, "Runs at the same time, by default one per core")->type_name("N");
  tune->add_flag("--quiet", arguments.quiet, "Print neither progress nor table");
  return tune;
}

TuneOptions to_tune_options(const TuneArguments& arguments) {
  TuneOptions options;
  options.request.scenario = arguments.scenario;
  options.request.overrides = arguments.overrides;
  if (!arguments.bias.empty()) options.request.bias = arguments.bias;
  if (!arguments.imbalance.empty()) options.request.imbalance = arguments.imbalance;
  if (!arguments.level.empty()) options.request.level = to_level(arguments.level);
  options.out = arguments.out;
  if (options.out.extension() != ".yaml") {
    throw UsageError(fmt::format("--out {}: the name of a scenario ends in .yaml", arguments.out));
  }
  if (!arguments.runs.empty()) options.runs = arguments.runs;
  if (!arguments.jobs.empty()) options.jobs = to_jobs(arguments.jobs);
  options.quiet = arguments.quiet;
  return options;
}

}  // namespace tactus
