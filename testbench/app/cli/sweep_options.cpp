#include "testbench/app/cli/sweep_options.h"

#include <fmt/core.h>

#include "testbench/app/cli/common_options.h"
#include "testbench/app/cli/options.h"
#include "testbench/app/cli/usage_error.h"
#include "testbench/app/scenario/quantity.h"
#include "testbench/app/sweep/sweep_axis.h"

namespace tactus {
namespace {

/// 1 if there is none.
std::size_t to_seeds(const std::string& text) {
  if (text.empty()) return 1;
  const Parsed<std::uint64_t> seeds = parse_count(text);
  if (!seeds || *seeds.value < 2 || *seeds.value > kMostSweepPoints) {
    throw UsageError(
        fmt::format("--seeds {}: must be a number from 2 to {}: the confidence interval of a mean needs "
                    "two runs at least",
                    text, kMostSweepPoints));
  }
  return *seeds.value;
}

/// Nothing if there is none.
std::optional<SweepShard> to_shard(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const std::size_t slash = text.find('/');
  const Parsed<std::uint64_t> index = parse_count(text.substr(0, slash));
  const Parsed<std::uint64_t> of = parse_count(slash == std::string::npos ? "" : text.substr(slash + 1));
  if (!index || !of || *index.value >= *of.value || *of.value > kMostSweepPoints) {
    throw UsageError(
        fmt::format("--shard {}: must be I/N: shard I of N, counted from 0, with I below N and N at most {}", text,
                    kMostSweepPoints));
  }
  return SweepShard{*index.value, *of.value};
}

}  // namespace

Command add_sweep_command(CommandParser& parser, SweepArguments& arguments) {
  Command sweep = parser.add("sweep", "Run a scenario for every combination of values, into one table");
  sweep.option("SCENARIO", arguments.scenario, {"Scenario file"}, true);
  sweep.repeated("--over", arguments.over,
                 {"Vary a parameter of the scenario or any of its keys: values and ranges, parted by commas; may be "
                  "repeated for every combination",
                  "KEY=VALUE,...|KEY=FIRST:LAST:STEP"});
  sweep.option("--seeds", arguments.seeds,
               {"Run every combination with N seeds, from the scenario's on: the table then has means and their 95 % "
                "confidence intervals",
                "N"});
  sweep.option("--level", arguments.level,
               {"As of run; by default packet if every point allows it, else cycle, else flow", "LEVEL"});
  add_set_option(sweep, arguments.overrides, "As of run, for every point; may be repeated");
  sweep.option("--out", arguments.out,
               {"Result folder, by default results/<name of the scenario>-sweep: sweep.csv and one folder per "
                "point.\nPoints that have their result in it are not run again",
                "DIR"});
  add_jobs_option(sweep, arguments.jobs, "Runs");
  sweep.option(
      "--shard", arguments.shard,
      {"Run only points I, I + N, I + 2N, ..., counted from 0, and write no table: other machines run the other "
       "shards into the same folder, and the same sweep without --shard then gathers what they left",
       "I/N"});
  sweep.flag("--quiet", arguments.quiet, "Print neither progress nor table");
  // A test hook, as of run: of what a sweep runs, something has to fail.
  sweep.hidden_flag("--drop-credits", arguments.drop_credits);
  return sweep;
}

SweepOptions to_sweep_options(const SweepArguments& arguments) {
  SweepOptions options;
  options.request.scenario = arguments.scenario;
  options.request.over = arguments.over;
  options.request.overrides = arguments.overrides;
  options.request.seeds = to_seeds(arguments.seeds);
  if (options.request.over.empty() && options.request.seeds == 1) {
    throw UsageError("sweep: nothing to vary: give --over KEY=..., --seeds N, or both");
  }
  if (!arguments.level.empty()) options.request.level = to_level(arguments.level);
  if (!arguments.out.empty()) options.out = arguments.out;
  options.jobs = to_jobs(arguments.jobs);
  options.shard = to_shard(arguments.shard);
  options.quiet = arguments.quiet;
  options.drop_credits = arguments.drop_credits;
  return options;
}

}  // namespace tactus
