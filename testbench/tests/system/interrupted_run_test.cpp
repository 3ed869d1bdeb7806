#include <unistd.h>

#include <csignal>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

/// Starts a run of minutes, and ends it by `signal` once it simulates.
int interrupt(const std::filesystem::path& folder, int signal) {
  TactusProcess process(
      {"run", scenario_path("nsim/a2at.yaml"), "--out", folder, "--waves=vcd", "--set", "trace.enabled=true"});
  // It has written waves: the simulation has begun.
  constexpr int kPatience = 60'000;
  const std::filesystem::path dump = folder / ".waves.vcd.partial";
  std::error_code absent;
  for (int ms = 0; ms < kPatience && std::filesystem::file_size(dump, absent) + 1 <= 1; ++ms) usleep(1000);
  process.signal(signal);
  return process.wait().status;
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

TEST_CASE("Interrupted run: leaves no file under a final name, whether it is asked to end or killed", "[RESULT-32]") {
  for (const int signal : {SIGTERM, SIGINT, SIGKILL}) {
    const TemporaryFolder folder;
    CAPTURE(signal);
    CHECK(interrupt(folder.path(), signal) == -signal);
    CHECK(finished_files(folder) == std::set<std::string>{});
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
  CHECK(interrupt(folder.path(), SIGKILL) == -SIGKILL);
  CHECK(finished_files(folder) == names);
  CHECK(folder.text("result.json") == result);
  CHECK(folder.text("links.csv") == links);

  REQUIRE(run_tactus(quick).status == 0);
  CHECK(folder.names() == names);  // nothing unfinished is left
  CHECK(folder.text("links.csv") == links);
}
