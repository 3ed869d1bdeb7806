#include <algorithm>
#include <systemc>

#include "testbench/app/process/own_process.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/system/checked_run.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

constexpr Picoseconds kMicrosecond{1'000'000};
constexpr Picoseconds kTenSeconds{10'000'000'000'000};

/// Two nodes in turn send each other small messages, and compute for `idle` before each.
Scenario dialogue(Picoseconds idle, int messages) {
  Scenario scenario = scenario_on(2, 2, "replay");
  const Cycles delay = scenario.machine.clock.covering(idle);
  for (int i = 0; i < messages; ++i) {
    ReplayMessage message{i % 2, 1 - i % 2, i / 2, Bytes{64}, delay, {}};
    if (i > 0) message.wait_for.push_back(static_cast<std::size_t>(i) - 1);
    scenario.workload.messages.push_back(message);
  }
  return scenario;
}

/// What the kernel has to do for a run that writes its files: the time steps and deltas that something happens in.
std::uint64_t deltas_of(const Scenario& scenario, Level level) {
  return std::stoull(in_own_process([&] {
    const TemporaryFolder folder;
    SimulationOptions options = at_level(level);
    options.folder = folder.path();
    const RunSummary summary = Simulation(scenario, options).run();
    if (summary.messages_delivered != scenario.workload.messages.size()) throw std::runtime_error("messages are lost");
    return std::to_string(sc_core::sc_delta_count());
  }));
}

/// Requires that ten seconds before each message cost no more than a microsecond does, but for a few deltas each.
void require_free(const std::function<Scenario(Picoseconds)>& scenario, std::uint64_t few) {
  for (const Level level : {Level::kCycle, Level::kPacket}) {
    CAPTURE(to_string(level));
    const Scenario brief = scenario(kMicrosecond);
    const std::uint64_t busy = deltas_of(brief, level);
    CHECK(deltas_of(scenario(kTenSeconds), level) <= busy + few * brief.workload.messages.size());
  }
}

constexpr std::uint64_t kFew = 24;

}  // namespace

TEST_CASE("Idle time: ten seconds of computing cost no events, at cycle and packet level, files included",
          "[TORUS-20][TORUS-22][EQUAL-13]") {
  require_free([](Picoseconds idle) { return dialogue(idle, 1); }, kFew);
  require_free([](Picoseconds idle) { return dialogue(idle, 20); }, kFew);
}

TEST_CASE("Idle time: attribution looks no more often, but for the logarithm of the time", "[TORUS-22][EQUAL-13]") {
  const auto attributed = [](Picoseconds idle) {
    Scenario scenario = dialogue(idle, 4);
    scenario.run.attribution = {true, true};
    return scenario;
  };
  require_free(attributed, kFew);
}

TEST_CASE("Idle time: a packet on a cable of milliseconds, and a memory that takes a second to answer, cost no events",
          "[TORUS-22][EQUAL-13]") {
  const auto far = [](Picoseconds idle) {
    Scenario scenario = dialogue(Picoseconds{0}, 2);
    scenario.machine.link.cable_delay = Picoseconds{100'000 + idle.count() / 2000};  // longer than the watchdog waits
    return scenario;
  };
  require_free(far, 400);  // credits come back one by one
  const auto slow = [](Picoseconds idle) {
    Scenario scenario = dialogue(Picoseconds{0}, 2);
    scenario.machine.memory.latency = Picoseconds{idle.count() / 10};
    return scenario;
  };
  require_free(slow, kFew);
}

TEST_CASE("Idle time: a sequence in which ranks compute is over at once", "[TORUS-22]") {
  const auto phases = [](Picoseconds idle) {
    Scenario scenario = scenario_on(2, 2, "ring");
    scenario.workload.message_size = Bytes{64};
    scenario.workload.call_overhead = scenario.machine.clock.covering(Picoseconds{idle.count() / 100});
    return scenario;
  };
  for (const Level level : {Level::kCycle, Level::kPacket}) {
    CAPTURE(to_string(level));
    const auto deltas = [&](Picoseconds idle) {
      return std::stoull(in_own_process([&] {
        const Scenario scenario = phases(idle);
        Simulation(scenario, at_level(level)).run();
        return std::to_string(sc_core::sc_delta_count());
      }));
    };
    CHECK(deltas(kTenSeconds) <= deltas(kMicrosecond) + 2000);
  }
}

TEST_CASE("Idle time: a run that waits for nobody is told after its time-out, however long others computed before",
          "[TORUS-15][TORUS-22]") {
  const TemporaryFolder folder;
  (void)folder.write("m.txt", "0 1 0 1 MiB delay=10 s\n");
  const std::string file = folder.write(
      "case.yaml", "network: {shape: [2]}\nworkload: {algorithm: replay, messages: m.txt}\nrun: {watchdog: 20 us}\n");
  const Outcome outcome = ended_with(3, run_broken_tactus({"run", file, "--out", folder.path() / "out"}));
  CHECK(outcome.err.find("nothing has moved for 20 us, since cycle 25000") != std::string::npos);
}

TEST_CASE("Idle time: it is one row of links.csv, and run.max_time cuts it where it says",
          "[RESULT-52][key:run.max_time]") {
  const TemporaryFolder folder;
  (void)folder.write("m.txt", "0 1 0 64 B delay=10 s\n");
  const std::string file =
      folder.write("case.yaml", "network: {shape: [2]}\nworkload: {algorithm: replay, messages: m.txt}\n");
  for (const char* level : {"cycle", "packet"}) {
    CAPTURE(level);
    const std::filesystem::path out = folder.path() / level;
    REQUIRE(run_tactus({"run", file, "--level", level, "--out", out}).status == 0);
    const std::string links = text_of(out / "links.csv");
    CHECK(std::count(links.begin(), links.end(), '\n') <= 4);
    REQUIRE(run_tactus({"run", file, "--level", level, "--set", "run.max_time=5 s", "--out", out}).status == 0);
    CHECK(result_without_host(out)["simulated_seconds"] == 5);
    CHECK(text_of(out / "links.csv").find("\n5000000.0") != std::string::npos);
  }
}
