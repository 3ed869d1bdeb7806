#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <systemc>
#include <vector>

#include "testbench/app/process/own_process.h"
#include "testbench/tests/fuzz/random_scenario.h"
#include "testbench/tests/fuzz/run_variants.h"
#include "testbench/tests/fuzz/scenario_file.h"
#include "testbench/tests/fuzz/shrink.h"
#include "tlm_models/traffic/schedule.h"

// Looks for scenarios that the packet level, with or without nodes on pins, executes otherwise than the cycle level
// does, or of whose files waves or attribution change a byte, until it is stopped.

namespace tactus {
namespace {

struct FuzzOptions {
  std::uint64_t seed = 1;
  std::uint64_t cases = 0;  ///< 0: until stopped
  bool groups = false;      ///< only schedules with receives from any rank
  bool windows = false;     ///< only schedules and collectives with a window
  std::string folder = "fuzz_failures";
};

/// Of the packet level, in the case of `seed`: one to four regions, which in two cases of three stop anywhere in a
/// window. In one case of forty each has a thread of its own in every window; that costs more than all the rest of a
/// case. Nothing of it must change anything.
Threading threading_of(std::uint64_t seed) {
  constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();
  return {1 + static_cast<int>(seed % 4), seed % 40 == 3 ? 0 : kNever, seed % 3 == 0 ? 0 : seed};
}

/// What differs between the levels and the other ways to execute `scenario`, the case of `seed`; empty if nothing.
std::string difference(const Scenario& scenario, std::uint64_t seed) {
  try {
    const test::RunHistory plain = run_plain(scenario);
    // All levels would be held for ever alike.
    if (scenario.workload.exchanges && !plain.violation.empty()) return plain.violation;
    for (const RunVariant& variant : variants_of(scenario, threading_of(seed), seed)) {
      const std::string found = compare_with(plain, variant).first_difference;
      if (!found.empty()) return found;
    }
    return {};
  } catch (const ChildFailure& failure) {
    return failure.what();
  }
}

void report(std::uint64_t seed, const Scenario& scenario, const std::string& found, const std::string& folder) {
  fmt::print("seed {}: {}\n", seed, found);
  std::fflush(stdout);
  const Scenario smallest = shrink(scenario, [&](const Scenario& s) { return !difference(s, seed).empty(); });
  const std::filesystem::path file = write_scenario(smallest, folder);
  fmt::print("  tactus compare {} --threads {}\n  {}\n", file.string(), threading_of(seed).threads,
             difference(smallest, seed));
  std::fflush(stdout);
}

/// Cases by dimensions and NICs of each node.
class ShapeTally {
 public:
  void count(const MachineConfig& machine) {
    ++cases_[static_cast<std::size_t>(machine.network.dimensions() - 1)][static_cast<std::size_t>(machine.nics() - 1)];
    if (!machine.network.is_torus()) ++with_rows_;
  }
  void print() const {
    for (std::size_t d = 0; d < cases_.size(); ++d) {
      const auto& row = cases_[d];
      fmt::print("{} dimensions: {:5} cases, with 1 to {} NICs {}\n", d + 1,
                 std::accumulate(row.begin(), row.end(), std::uint64_t{0}), kMaxNics, fmt::join(row, " "));
    }
    fmt::print("with rows instead of rings: {}\n", with_rows_);
  }

 private:
  std::array<std::array<std::uint64_t, kMaxNics>, kMaxDimensions> cases_{};
  std::uint64_t with_rows_ = 0;
};

bool receives_from_any_rank(const Schedule* schedule) {
  if (schedule == nullptr) return false;
  const auto is_any = [](const Operation& each) { return each.peer == Operation::kAnyRank; };
  for (int rank = 0; rank < schedule->ranks(); ++rank) {
    const OperationList& operations = schedule->program(rank).operations;
    if (std::any_of(operations.begin(), operations.end(), is_any)) return true;
  }
  return false;
}

/// The schedule of the machine, or of one of its jobs, does.
bool receives_from_any_rank(const Scenario& scenario) {
  const std::vector<JobConfig>& jobs = scenario.workload.jobs;
  return receives_from_any_rank(scenario.workload.schedule.get()) ||
         std::any_of(jobs.begin(), jobs.end(),
                     [](const JobConfig& job) { return receives_from_any_rank(job.program.schedule.get()); });
}

int fuzz(const FuzzOptions& options) {
  std::uint64_t failures = 0;
  ShapeTally tally;
  std::uint64_t seed = options.seed;
  for (std::uint64_t i = 0; options.cases == 0 || i < options.cases; ++i, ++seed) {
    Scenario scenario = random_case(seed);
    const auto is_wanted = [&] {
      return (!options.groups || receives_from_any_rank(scenario)) &&
             (!options.windows || (scenario.workload.exchanges && scenario.pacing.window > 0));
    };
    while (!is_wanted()) scenario = random_case(++seed);
    tally.count(scenario.machine);
    const std::string found = difference(scenario, seed);
    if (!found.empty()) {
      ++failures;
      report(seed, scenario, found, options.folder);
    }
    if ((i + 1) % 100 == 0) {
      fmt::print("{} cases, {} differ\n", i + 1, failures);
      std::fflush(stdout);
    }
  }
  tally.print();
  return failures == 0 ? 0 : 1;
}

}  // namespace
}  // namespace tactus

int sc_main(int argc, char* argv[]) {
  CLI::App app("Random scenarios at cycle and packet level; leaves the smallest that differ as scenario files");
  tactus::FuzzOptions options;
  app.add_option("--seed", options.seed, "of the first case; the next has the next");
  app.add_option("--cases", options.cases, "0: until stopped");
  app.add_flag("--any-rank", options.groups, "only schedules with receives from any rank");
  app.add_flag("--windows", options.windows, "only schedules and collectives with pacing.window");
  app.add_option("--out", options.folder, "folder for what differs");
  CLI11_PARSE(app, argc, argv);
  return tactus::fuzz(options);
}
