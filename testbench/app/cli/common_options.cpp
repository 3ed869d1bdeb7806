#include "testbench/app/cli/common_options.h"
#include "testbench/app/about/about.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "testbench/app/cli/command.h"
#include "testbench/app/plugins/plugins.h"
#include "testbench/app/scenario/nearest.h"
#include "testbench/app/scenario/quantity.h"
#include "testbench/app/scenario/scenario_keys.h"
#include "testbench/app/sweep/sweep_axis.h"

namespace tactus {
namespace {

int to_threads(const std::string& text, const std::vector<Level>& levels) {
  constexpr std::uint64_t kMostThreads = 256;
  if (std::find(levels.begin(), levels.end(), Level::kPacket) == levels.end()) {
    throw UsageError(fmt::format("--threads {}: only the packet level has threads: use --level packet", text));
  }
  const Parsed<std::uint64_t> threads = parse_count(text);
  if (!threads || *threads.value == 0 || *threads.value > kMostThreads) {
    throw UsageError(fmt::format("--threads {}: must be a number from 1 to {}", text, kMostThreads));
  }
  return static_cast<int>(*threads.value);
}

std::size_t to_jobs(const std::string& text) {
  constexpr std::uint64_t kMostJobs = 1024;
  const Parsed<std::uint64_t> jobs = parse_count(text);
  if (!jobs || *jobs.value == 0 || *jobs.value > kMostJobs) {
    throw UsageError(fmt::format("--jobs {}: must be a number from 1 to {}", text, kMostJobs));
  }
  return *jobs.value;
}

SweepShard to_shard(const std::string& text) {
  const std::size_t slash = text.find('/');
  const Parsed<std::uint64_t> index = parse_count(text.substr(0, slash));
  const Parsed<std::uint64_t> of = parse_count(slash == std::string::npos ? "" : text.substr(slash + 1));
  if (!index || !of || *index.value >= *of.value || *of.value > kMostSweepPoints) {
    throw UsageError(
        fmt::format("--shard {}: must be I/N: shard I of N, counted from 0, with I below N and N at most {}", text,
                    kMostSweepPoints));
  }
  return {*index.value, *of.value};
}

}  // namespace

Level to_level(const std::string& text, const std::string& option) {
  std::vector<std::string> names;
  for (const Level level : {Level::kCycle, Level::kPacket, Level::kFlow}) {
    if (text == to_string(level)) return level;
    names.emplace_back(to_string(level));
  }
  throw UsageError(fmt::format("{} {}: no such level (there are: {}){}", option, text, fmt::join(names, ", "),
                               did_you_mean(text, names)));
}

void add_level_option(CommandOptions& options, std::optional<Level>& level, const std::string& help) {
  options.option("--level", [&level](const std::string& text) { level = to_level(text); }, {help, "LEVEL"});
}

void add_threads_option(CommandOptions& options, int& threads, std::function<std::vector<Level>()> levels) {
  options.option(
      "--threads",
      [&threads, levels = std::move(levels)](const std::string& text) { threads = to_threads(text, levels()); },
      {"Threads that execute the packet level, by default 1; the outcome is the same", "N"});
}

void add_set_option(CommandOptions& options, std::vector<std::string>& overrides, const std::string& help) {
  options.repeated("--set", overrides, {help, "KEY=VALUE"});
}

void load_or_refuse(const std::string& plugin) {
  const std::string fault = load_common_plugin(plugin, key_paths());
  if (!fault.empty()) throw UsageError(fmt::format("--plugin {}: {}", plugin, fault));
}

void add_plugin_option(CommandOptions& options) {
  options.repeated("--plugin", load_or_refuse,
                   {"Load policies of yours: a C++ source or a shared library; may be repeated", "FILE"});
}

void add_jobs_option(CommandOptions& options, std::size_t& jobs, const std::string& things) {
  options.option("--jobs", [&jobs](const std::string& text) { jobs = to_jobs(text); },
                 {fmt::format("{} at the same time, by default one per core", things), "N"});
}

std::filesystem::path rtl_folder(const std::string& command) {
  const std::filesystem::path project = rtl_replace_project();
  if (!project.empty()) return project.parent_path();
  throw std::runtime_error(command + ": an installed program has no RTL: use ./tactus of a clone of the repository");
}

void add_shard_option(CommandOptions& options, std::optional<SweepShard>& shard, const std::string& things,
                      const std::string& whole) {
  options.option(
      "--shard", [&shard](const std::string& text) { shard = to_shard(text); },
      {fmt::format(
           "Run only {} I, I + N, I + 2N, ..., counted from 0, and write no table: other machines run the other "
           "shards into the same folder, and the same {} without --shard then gathers what they left",
           things, whole),
       "I/N"});
}

}  // namespace tactus
