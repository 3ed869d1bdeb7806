#include "testbench/app/cli/common_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "testbench/app/cli/options.h"
#include "testbench/app/scenario/quantity.h"
#include "testbench/app/sweep/sweep_runner.h"

namespace tactus {

void add_set_option(CLI::App& command, std::vector<std::string>& overrides, const std::string& help) {
  command.add_option("--set", overrides, help)->type_name("KEY=VALUE")->allow_extra_args(false)->take_all();
}

void add_jobs_option(CLI::App& command, std::string& jobs, const std::string& things) {
  command.add_option("--jobs", jobs, fmt::format("{} at the same time, by default one per core", things))
      ->type_name("N");
}

std::size_t to_jobs(const std::string& text) {
  constexpr std::uint64_t kMostJobs = 1024;
  if (text.empty()) return one_job_per_core();
  const Parsed<std::uint64_t> jobs = parse_count(text);
  if (!jobs || *jobs.value == 0 || *jobs.value > kMostJobs) {
    throw UsageError(fmt::format("--jobs {}: must be a number from 1 to {}", text, kMostJobs));
  }
  return *jobs.value;
}

}  // namespace tactus
