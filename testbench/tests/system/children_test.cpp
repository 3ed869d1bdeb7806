#include <unistd.h>

#include <csignal>

#include "testbench/app/results/atomic_file.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

namespace fs = std::filesystem;

constexpr int kPatience = 60'000;
const std::string kScenario = scenario_path("quickstart/a2at_4x4.yaml");

/// The children of a process once it has so many.
std::vector<pid_t> wait_for_children(const TactusProcess& process, std::size_t count) {
  std::vector<pid_t> children;
  for (int ms = 0; ms < kPatience && children.size() < count; ms += 10) {
    usleep(10'000);
    children = process.children();
  }
  return children;
}

}  // namespace

TEST_CASE("Children: explain, compare and sweep leave none behind, however they are ended") {
  const TemporaryFolder folder;
  const Texts minutes = {"--set", "workload.message_size=64 MiB"};
  const std::vector<std::pair<Texts, std::size_t>> commands = {
      {{"explain", kScenario, "--level", "cycle"}, 1},
      {{"compare", kScenario, "--levels", "cycle,packet,flow"}, 2},
      {{"sweep", kScenario, "--over", "seed=1,2", "--level", "cycle", "--jobs", "2", "--out", folder.path()}, 2}};
  for (const int signal : {SIGTERM, SIGKILL}) {
    for (auto [arguments, count] : commands) {
      arguments.insert(arguments.end(), minutes.begin(), minutes.end());
      CAPTURE(arguments, signal);
      TactusProcess process(arguments);
      const std::vector<pid_t> children = wait_for_children(process, count);
      CHECK(children.size() >= count);
      process.signal(signal);
      process.wait();
      for (const pid_t child : children) CHECK(ends_soon(child));
    }
  }
}

TEST_CASE("Children: the points of a sweep that was killed end with it, so that the next one goes on at once") {
  const TemporaryFolder folder;
  const Texts arguments = {"sweep", kScenario, "--over",      "seed=1", "--level",
                           "cycle", "--out",   folder.path(), "--quiet"};
  TactusProcess process(arguments);
  const std::vector<pid_t> children = wait_for_children(process, 1);
  REQUIRE(children.size() == 1);
  // Before it writes, it may not have asked yet to end with the sweep.
  for (int ms = 0; ms < kPatience && !fs::exists(folder.path() / "seed=1" / ".unpublished"); ms += 10) usleep(10'000);
  REQUIRE(kill(children.front(), SIGSTOP) == 0);  // it would not hear of a signal that asks it to end
  process.signal(SIGKILL);
  process.wait();
  const Outcome next = ended_with(0, run_tactus(arguments));
  CHECK(next.err.empty());
  CHECK(ends_soon(children.front()));
  CHECK(fs::exists(folder.path() / "seed=1" / "result.json"));
}
