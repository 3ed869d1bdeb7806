#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

Arguments phases(const Arguments& more) {
  return with({"phases", scenario_path("nsim/a2at.yaml"), "--set", "pacing.mode=phase", "--set", "message_size=64KiB"},
              more);
}

}  // namespace

TEST_CASE("tactus phases: the printed end is when the run's last packet leaves its slot") {
  const Outcome table = ended_with(0, run_tactus(phases({})));
  CHECK(table.err.empty());
  CHECK_THAT(table.out, Contains("33 packets a message, 132 cycles each") && Contains("percent_of_load") &&
                            Contains("periods: 100.00 % of the load of the links: each sequence has the period") &&
                            Contains("end: the last slot ends after ") && !Contains("counters: "));
  // The run takes as long, and a packet's way without load.
  std::smatch told;
  REQUIRE(std::regex_search(table.out, told, std::regex("ends after ([0-9.]+) us, ([0-9.]+) % of the ideal")));
  const TemporaryFolder folder;
  const auto run = nlohmann::json::parse(
      succeeded(run_tactus({"run", scenario_path("nsim/a2at.yaml"), "--level", "packet", "--json", "--set",
                            "pacing.mode=phase", "--set", "message_size=64KiB", "--out", folder.path()}))
          .out);
  const double after = run["simulated_seconds"].get<double>() * 1e6 - std::stod(told[1]);
  CHECK(after > 0);
  CHECK(after < 10);
}

TEST_CASE("tactus phases: groups as a table of comma-separated values, whose slots lie in their sequences") {
  const Outcome outcome = ended_with(0, run_tactus(phases({"--csv", "--set", "network.shape=[10,10]"})));
  std::istringstream lines(outcome.out);
  std::string line;
  REQUIRE(std::getline(lines, line));
  CHECK(line == "sequence,load,slots,slot,period,percent_of_load,stands,early,begin,offsets");
  std::map<std::string, std::int64_t> begins;
  std::int64_t last = -1;
  int longer = 0;
  while (std::getline(lines, line)) {
    std::istringstream cells(line);
    std::vector<std::string> row;
    for (std::string cell; std::getline(cells, cell, ',');) row.push_back(cell);
    REQUIRE(row.size() >= 10);
    CHECK(std::stoll(row[4]) == std::stoll(row[2]) * std::stoll(row[3]));
    CHECK(std::stoll(row[8]) > last);
    last = std::stoll(row[8]);
    if (std::stod(row[5]) > 100) ++longer;
  }
  CHECK(longer > 0);
  const Outcome table = ended_with(0, run_tactus(phases({"--set", "network.shape=[10,10]"})));
  CHECK_THAT(table.out, Contains(" sequences take longer than the load of their links: "));
}

TEST_CASE("tactus run: warns of a schedule that takes long, and of counters that drift further apart than it stands") {
  const TemporaryFolder folder;
  const Arguments run = {"run",
                         scenario_path("quickstart/a2at_4x4.yaml"),
                         "--level",
                         "packet",
                         "--quiet",
                         "--set",
                         "pacing.mode=phase",
                         "--out",
                         folder.path()};
  CHECK(succeeded(run_tactus(run)).err.empty());
  const Outcome late = succeeded(run_tactus(with(run, {"--set", "counter.offset=300ns"})));
  CHECK_THAT(late.err, Contains("tactus: warning: the schedule of phases takes ") &&
                           Contains("% of the load of the links; `tactus phases` tells more"));
  const Outcome apart = succeeded(run_tactus(with(run, {"--set", "counter.drift=1000"})));
  CHECK_THAT(apart.err, Contains("tactus: warning: counters may be ") &&
                            Contains(" cycles apart at the end, and the schedule of phases stands "));
}

TEST_CASE("tactus phases: a scenario without slots, and one that cannot have them, are refused") {
  const Outcome off = ended_with(2, run_tactus({"phases", scenario_path("nsim/a2at.yaml")}));
  CHECK_THAT(off.err, Contains("phases: pacing.mode ") && Contains(" has no slots; --set pacing.mode=phase has"));
  const Outcome other = ended_with(2, run_tactus(phases({"--set", "router.routing=west_first"})));
  CHECK_FALSE(other.err.empty());
  const Outcome none = ended_with(2, run_tactus(phases({"--set", "pacing.tolerance=1us"})));
  CHECK_THAT(none.err, Contains("no schedule stands"));
}
