#include "testbench/app/cli/many_runs.h"

#include <fmt/core.h>

#include "testbench/app/cli/common_options.h"
#include "testbench/app/cli/terminal.h"
#include "testbench/app/scenario/quantity.h"
#include "testbench/app/sweep/sweep_axis.h"

namespace tactus {

void ManyRunsCommand::declare_runs(CommandOptions& options, std::optional<Level>& level,
                                   std::vector<std::string>& overrides, const ManyRunsText& text) {
  add_level_option(options, level, text.level);
  add_plugin_option(options);
  add_set_option(options, overrides, text.set);
  options.option("--out", out, {text.out, "DIR"});
  add_jobs_option(options, jobs, "Runs");
  add_shard_option(options, shard, text.things, text.whole);
  options.flag("--quiet", quiet, "Print no progress, and a line per run in place of the table");
}

SweepExecution ManyRunsCommand::execution(const std::filesystem::path& folder) const {
  SweepExecution how;
  how.folder = out.value_or(folder);
  how.jobs = jobs;
  how.shard = shard;
  how.terminal = progress_terminal(quiet);
  how.lines = quiet;
  how.tells = true;
  return how;
}

std::size_t to_seeds(const std::string& text, std::size_t least, const std::string& why) {
  const Parsed<std::uint64_t> seeds = parse_count(text);
  if (seeds && *seeds.value >= least && *seeds.value <= kMostSweepPoints) return *seeds.value;
  throw UsageError(fmt::format("--seeds {}: must be a number from {} to {}{}", text, least, kMostSweepPoints, why));
}

}  // namespace tactus
