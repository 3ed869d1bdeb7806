#include <unistd.h>

#include <csignal>
#include <fstream>

#include "testbench/app/results/atomic_file.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

/// Starts a run of minutes, and ends it by `signal` once it simulates.
Outcome interrupt(const std::filesystem::path& folder, int signal) {
  TactusProcess process(
      {"run", scenario_path("nsim/a2at.yaml"), "--out", folder, "--waves=vcd", "--set", "trace.enabled=true"});
  // It has written waves: the simulation has begun.
  constexpr int kPatience = 60'000;
  const std::filesystem::path dump = partial_name(folder / kUnpublished / "waves.vcd");
  std::error_code absent;
  for (int ms = 0; ms < kPatience && std::filesystem::file_size(dump, absent) + 1 <= 1; ++ms) usleep(1000);
  process.signal(signal);
  return process.wait();
}

/// Files under their final names.
std::set<std::string> finished_files(const TemporaryFolder& folder) {
  std::set<std::string> names;
  for (const std::string& name : folder.names()) {
    if (name.front() != '.') names.insert(name);
  }
  return names;
}

}  // namespace

TEST_CASE("Interrupted run: killed, it leaves no file under a final name", "[RESULT-32]") {
  const TemporaryFolder folder;
  CHECK(interrupt(folder.path(), SIGKILL).status == -SIGKILL);
  CHECK(finished_files(folder) == std::set<std::string>{});
}

TEST_CASE("Interrupted run: asked to end, it completes what it has recorded, says so and has no result",
          "[RESULT-53]") {
  const std::vector<std::pair<int, std::string>> signals = {
      {SIGINT, "SIGINT"}, {SIGTERM, "SIGTERM"}, {SIGHUP, "SIGHUP"}};
  for (const auto& [signal, name] : signals) {
    const TemporaryFolder folder;
    std::ofstream(folder.path() / "links.csv") << "of an earlier run that the model ended";
    const Outcome outcome = interrupt(folder.path(), signal);
    CAPTURE(name, outcome.err);
    CHECK(outcome.status == 128 + signal);
    CHECK(outcome.out.empty());
    CHECK(outcome.err.find("tactus: ended by " + name + " at ") == 0);
    CHECK(outcome.err.find(folder.path().string() + " has what was recorded until then") != std::string::npos);
    CHECK(folder.names() == std::set<std::string>{"enums", "links.csv", "messages.csv", "trace.json",
                                                  "vc_occupancy.csv", "waves.gtkw", "waves.vcd"});
    CHECK(nlohmann::json::parse(folder.text("trace.json")).contains("traceEvents"));
    CHECK(folder.text("links.csv").back() == '\n');
  }
}

TEST_CASE("Interrupted run: beside an earlier result its files have a folder of their own, until the next result",
          "[RESULT-53][RESULT-62]") {
  const TemporaryFolder folder;
  const std::vector<std::string> quick = {"run", scenario_path("quickstart/a2at_4x4.yaml"), "--out", folder.path(),
                                          "--quiet"};
  REQUIRE(run_tactus(quick).status == 0);
  const std::set<std::string> names = finished_files(folder);
  const std::string result = folder.text("result.json");
  const std::string links = folder.text("links.csv");
  for (int time = 0; time < 2; ++time) {
    const Outcome outcome = ended_with(128 + SIGINT, interrupt(folder.path(), SIGINT));
    CHECK(outcome.err.find((folder.path() / "interrupted").string() + " has what was recorded") != std::string::npos);
    CHECK(outcome.err.find("the result of the earlier run stays") != std::string::npos);
    CHECK(folder.text("result.json") == result);
    CHECK(folder.text("links.csv") == links);
    CHECK(folder.text("interrupted/waves.gtkw").find("waves.vcd") != std::string::npos);
    CHECK(folder.text("interrupted/links.csv").back() == '\n');
    CHECK_FALSE(std::filesystem::exists(folder.path() / "interrupted" / "result.json"));
  }
  REQUIRE(run_tactus(quick).status == 0);
  CHECK(folder.names() == names);
}

TEST_CASE("Interrupted run: every kind of machine and level looks for signals", "[RESULT-53]") {
  const std::vector<Arguments> runs = {
      {scenario_path("nsim/a2at.yaml"), "--level", "packet", "--set", "message_size=64 MiB"},
      {scenario_path("nsim/a2at.yaml"), "--level", "packet", "--threads", "2", "--set", "message_size=64 MiB"},
      {scenario_path("mfs/torus.yaml"), "--level", "flow", "--set", "flow.dimensions=[32, 32]", "--set",
       "workload.imbalance=1 ms"},
      {scenario_path("manycore/ping_pong.yaml"), "--set", "workload.repetitions=1000000"}};
  for (const Arguments& run : runs) {
    const TemporaryFolder folder;
    const Arguments arguments = with(with({"run"}, run), {"--out", folder.path()});
    TactusProcess process(arguments);
    constexpr int kPatience = 60'000;
    for (int ms = 0; ms < kPatience && !std::filesystem::exists(folder.path() / kUnpublished); ++ms) usleep(1000);
    usleep(300'000);
    process.signal(SIGTERM);
    const Outcome outcome = process.wait();
    CAPTURE(arguments, outcome.err);
    CHECK(outcome.status == 128 + SIGTERM);
    CHECK_FALSE(std::filesystem::exists(folder.path() / "result.json"));
    CHECK_FALSE(std::filesystem::exists(folder.path() / kUnpublished));
  }
}

TEST_CASE("Interrupted run: leaves the files of an earlier run as they were, and the next run succeeds",
          "[RESULT-32]") {
  const TemporaryFolder folder;
  const std::vector<std::string> quick = {
      "run", scenario_path("quickstart/a2at_4x4.yaml"), "--out", folder.path(), "--quiet", "--waves=vcd"};
  REQUIRE(run_tactus(quick).status == 0);
  const std::set<std::string> names = finished_files(folder);
  const std::string result = folder.text("result.json");
  const std::string links = folder.text("links.csv");
  CHECK(interrupt(folder.path(), SIGKILL).status == -SIGKILL);
  CHECK(finished_files(folder) == names);
  CHECK(folder.text("result.json") == result);
  CHECK(folder.text("links.csv") == links);

  REQUIRE(run_tactus(quick).status == 0);
  CHECK(folder.names() == names);  // nothing unfinished is left
  CHECK(folder.text("links.csv") == links);
}
