#include <limits>
#include <utility>

#include "testbench/app/process/own_process.h"
#include "testbench/app/results/result_json.h"
#include "testbench/tests/fuzz/random_scenario.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/checked_run.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

// Threading::worth_events.
constexpr std::uint64_t kAlways = 0;
constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

const std::vector<const char*> kFiles = {"trace.json", "messages.csv", "links.csv", "vc_occupancy.csv"};

/// Checks that two runs left the same files and the same result.
void check_same(const std::filesystem::path& a, const std::filesystem::path& b) {
  for (const char* name : kFiles) {
    CAPTURE(name);
    const std::string lines = text_of(a / name);
    // Behind the names of columns; before its first message a rank can compute for longer than run.max_time.
    REQUIRE(std::count(lines.begin(), lines.end(), '\n') >= (std::string(name) == "messages.csv" ? 1 : 2));
    CHECK((lines == text_of(b / name)));  // too long to be shown
  }
  CHECK(result_without_host(a).dump() == result_without_host(b).dump());
}

/// A2AT on 8x8 nodes, packets in the trace. Of many processors that act in one cycle, each takes the number of its next
/// message: the trace shows in which order.
void run_with_threads(const std::string& threads, const std::filesystem::path& folder) {
  succeeded(run_tactus({"run", scenario_path("quickstart/a2at_4x4.yaml"), "--set", "n=8", "--set", "message_size=4 KiB",
                        "--set", "trace.enabled=true", "--level", "packet", "--threads", threads, "--quiet", "--out",
                        folder}));
}

/// A run in a process of its own.
void run_threaded(Scenario scenario, const Threading& threading, const std::filesystem::path& folder) {
  scenario.run.trace.enabled = true;
  SimulationOptions options = at_level(Level::kPacket);
  options.folder = folder;
  options.fabric.threading = threading;
  in_own_process([&] {
    write_result(folder, Simulation(scenario, options).run());
    return std::string();
  });
}

/// All windows go to the threads, however little is in them.
void run_every_window_in_threads(const Scenario& scenario, int threads, const std::filesystem::path& folder) {
  run_threaded(scenario, {threads, kAlways}, folder);
}

/// What `tactus` with `arguments` says when it refuses them.
std::string refusal(const Arguments& arguments) {
  const Outcome outcome = ended_with(2, run_tactus(arguments));
  CHECK(outcome.out.empty());
  return outcome.err;
}

}  // namespace

TEST_CASE("Threads: tactus run gives the same files to the last byte with any number of threads", "[EQUAL-7][long]") {
  const TemporaryFolder folder;
  run_with_threads("1", folder.path() / "1");
  for (const char* threads : {"2", "3", "7", "100"}) {
    CAPTURE(threads);
    run_with_threads(threads, folder.path() / threads);
    check_same(folder.path() / "1", folder.path() / threads);
  }
}

TEST_CASE("Threads: A2AT whose windows are all executed by threads gives the same files to the last byte",
          "[EQUAL-7][long]") {
  Scenario scenario = scenario_on(5, 5, "a2at");
  scenario.workload.message_size = Bytes{4096};
  const TemporaryFolder folder;
  run_every_window_in_threads(scenario, 1, folder.path() / "1");
  for (const int threads : {2, 3, 7, 50}) {
    CAPTURE(threads);
    const std::string name = std::to_string(threads);
    run_every_window_in_threads(scenario, threads, folder.path() / name);
    check_same(folder.path() / "1", folder.path() / name);
  }
}

TEST_CASE("Threads: random scenarios give the same files to the last byte with one thread and with several",
          "[EQUAL-7][long]") {
  for (std::uint64_t seed = 1; seed <= 15; ++seed) {
    CAPTURE(seed);
    const TemporaryFolder folder;
    const Scenario scenario = random_scenario(seed);
    const int threads = 2 + static_cast<int>(seed % 4);
    run_every_window_in_threads(scenario, 1, folder.path() / "1");
    run_every_window_in_threads(scenario, threads, folder.path() / "several");
    check_same(folder.path() / "1", folder.path() / "several");
  }
}

TEST_CASE("Threads: how far each region comes by itself changes no byte of the files", "[EQUAL-7][long]") {
  for (std::uint64_t seed = 16; seed <= 27; ++seed) {
    CAPTURE(seed);
    const TemporaryFolder folder;
    const Scenario scenario = random_scenario(seed);
    run_every_window_in_threads(scenario, 1, folder.path() / "1");
    // In threads, and, which is a fraction of the work and reaches as far, one region after the other in one thread.
    for (const auto& [from, pauses] : {std::pair{kAlways, seed}, std::pair{kNever, seed + 1000}}) {
      CAPTURE(from, pauses);
      run_threaded(scenario, {2 + static_cast<int>(seed % 3), from, pauses}, folder.path() / "several");
      check_same(folder.path() / "1", folder.path() / "several");
    }
  }
}

TEST_CASE("Threads: a wrong number of them, or the cycle level, is refused with 2 and what would be right",
          "[EQUAL-12]") {
  const Arguments run = {"run", scenario_path("quickstart/a2at_4x4.yaml"), "--level", "packet", "--threads"};
  const Arguments compare = {"compare", scenario_path("quickstart/a2at_4x4.yaml"), "--threads"};
  for (const Arguments& command : {run, compare}) {
    for (const char* wrong : {"0", "x", "-1", "2.5", "257", "99999999999999999999"}) {
      CAPTURE(command.front(), wrong);
      Arguments arguments = command;
      arguments.emplace_back(wrong);
      CHECK_THAT(refusal(arguments), Contains(std::string("--threads ") + wrong) && Contains("a number from 1 to 256"));
    }
  }
  const Arguments cycle = {"run", scenario_path("quickstart/a2at_4x4.yaml"), "--threads", "2"};
  Arguments said = cycle;
  said.insert(said.end(), {"--level", "cycle"});
  CHECK_THAT(refusal(cycle), Contains("--threads 2") && Contains("use --level packet"));
  CHECK_THAT(refusal(said), Contains("--threads 2") && Contains("use --level packet"));
}
