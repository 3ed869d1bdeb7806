#include "testbench/app/cli/common_options.h"

#include <fmt/core.h>

#include "testbench/app/cli/usage_error.h"
#include "testbench/app/scenario/quantity.h"
#include "testbench/app/sweep/sweep_runner.h"

namespace tactus {

void add_set_option(Command& command, std::vector<std::string>& overrides, const std::string& help) {
  command.repeated("--set", overrides, {help, "KEY=VALUE"});
}

void add_jobs_option(Command& command, std::string& jobs, const std::string& things) {
  command.option("--jobs", jobs, {fmt::format("{} at the same time, by default one per core", things), "N"});
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
