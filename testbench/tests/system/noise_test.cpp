#include <set>

#include "testbench/app/results/result_json.h"
#include "testbench/app/run/simulation.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/run_history.h"
#include "testbench/tests/system/checked_run.h"
#include "testbench/tests/system/tactus_process.h"
#include "tlm_models/noise/stretched_work.h"
#include "tlm_models/traffic/start_offset.h"

using namespace tactus;
using namespace tactus::test;

namespace {

constexpr std::uint64_t kDelay = 101'200;  ///< cycles that a sender computes
constexpr std::uint64_t kClock = 4000;     ///< ps

NoiseConfig noise_of(NoiseKind kind, std::uint64_t period_ns, std::uint64_t length_ns) {
  NoiseConfig noise;
  noise.kind = kind;
  noise.period = Picoseconds{period_ns * 1000};
  noise.length = Picoseconds{length_ns * 1000};
  return noise;
}

/// Every node computes for long and then sends a packet to the next.
Scenario compute_and_send() {
  Scenario scenario = scenario_on(3, 3, "replay");
  for (int node = 0; node < 9; ++node) {
    ReplayMessage message;
    message.source = node;
    message.destination = (node + 1) % 9;
    message.bytes = Bytes{64};
    message.delay = Cycles{kDelay};
    scenario.workload.messages.push_back(message);
  }
  scenario.noise.events = noise_of(NoiseKind::kPeriodic, 10'000, 250);
  scenario.run.trace.enabled = false;
  return scenario;
}

/// When a node's send takes effect: its computing and the call, each stretched by its noise, each in the
/// cycle after its end.
std::uint64_t send_cycle(const Scenario& scenario, int node, std::uint64_t begin) {
  const auto source = make_noise_source(scenario.noise.events, scenario.seed);
  std::uint64_t cycle = begin;
  const std::uint64_t call = scenario.workload.call_overhead.count();
  for (const std::uint64_t work : {kDelay, call}) {
    const Picoseconds end =
        source->end_of_work(static_cast<std::uint64_t>(node), Picoseconds{cycle * kClock}, Picoseconds{work * kClock});
    cycle = (end.count() + kClock - 1) / kClock;
  }
  return cycle;
}

RunHistory run(const Scenario& scenario, Level level, int threads = 1) {
  FabricOptions options;
  options.threading = {threads, 0};
  RunHistory history = run_level(scenario, level, options);
  REQUIRE(history.violation.empty());
  return history;
}

std::string with_option(const std::vector<std::string>& options) {
  const TemporaryFolder folder;
  std::vector<std::string> arguments = {"run", scenario_path("quickstart/a2at_4x4.yaml"), "--quiet", "--out",
                                        folder.path() / "results"};
  for (const std::string& option : options) arguments.insert(arguments.end(), {"--set", option});
  succeeded(run_tactus(arguments));
  nlohmann::ordered_json result = result_without_host(folder.path() / "results");
  result.erase("configuration");
  return result.dump();
}

}  // namespace

TEST_CASE("Noise: of every node the phase of its own puts off computing and calls, at cycle and packet level",
          "[NOISE-2][NOISE-5][key:noise.kind][RESULT-17]") {
  const Scenario scenario = compute_and_send();
  for (const Level level : {Level::kCycle, Level::kPacket}) {
    const RunHistory history = run(scenario, level);
    REQUIRE(history.messages.size() == 9);
    std::set<std::uint64_t> cycles;
    for (const MessageRecord& message : history.messages) {
      CAPTURE(message.source);
      CHECK(message.started == send_cycle(scenario, message.source, 1));
      cycles.insert(message.started);
    }
    CHECK(cycles.size() > 1);
    const auto result = nlohmann::json::parse(history.result);
    // In 9.75 us of work there is one event of 250 ns: in 404.8 us, 41 or 42.
    CHECK(result["noise"]["mean_stolen_s"].get<double>() == Approx(41.5 * 250e-9).epsilon(0.03));
  }
}

TEST_CASE("Noise: only the nodes that have it are late", "[key:noise.nodes]") {
  Scenario scenario = compute_and_send();
  scenario.noise.nodes = {4};
  const RunHistory history = run(scenario, Level::kPacket);
  const std::uint64_t quiet = 1 + kDelay + scenario.workload.call_overhead.count();
  for (const MessageRecord& message : history.messages) {
    CHECK(message.started == (message.source == 4 ? send_cycle(scenario, 4, 1) : quiet));
  }
}

namespace {

/// Node 0 computes, sends a packet to node 1, and nothing else happens. Noise is on node 0 alone.
Scenario one_message_under_noise() {
  Scenario scenario = compute_and_send();
  scenario.workload.messages.resize(1);
  scenario.noise.nodes = {0};
  scenario.run.attribution = {true, true};
  return scenario;
}

std::uint64_t path_part(const nlohmann::json& result, const char* path, const char* part) {
  return result[path]["parts"][part].get<std::uint64_t>();
}

}  // namespace

TEST_CASE("Critical path: computing and the noise of the node that has it, to the cycle",
          "[ATTRIBUTION-16][EXPLAIN-7]") {
  const Scenario scenario = one_message_under_noise();
  const std::uint64_t call = scenario.workload.call_overhead.count();
  const std::uint64_t noise = send_cycle(scenario, 0, 1) - 1 - kDelay - call;
  REQUIRE(noise > 1000);
  for (const Level level : {Level::kCycle, Level::kPacket}) {
    const auto result = nlohmann::json::parse(run(scenario, level).result);
    CHECK(path_part(result, "critical_path", "compute") == kDelay + 1);  // programs begin in cycle 1
    CHECK(path_part(result, "critical_path", "noise") == noise);
    CHECK(result["critical_path"]["most"][0]["part"] == "compute");
    CHECK(result["noise"]["ranks"][0]["node"] == nlohmann::json({0, 0}));
    CHECK(result["noise"]["ranks"].size() == 1);
  }
  // At flow level nothing is rounded up to cycles.
  const RunSummary summary = Simulation(scenario, at_level(Level::kFlow)).run();
  const auto flow = nlohmann::json::parse(to_json(summary).dump());
  CHECK(path_part(flow, "flow_critical_path", "compute") == kDelay * kClock);
  CHECK(path_part(flow, "flow_critical_path", "noise") * 1e-12 == Approx(summary.noise->stolen_s).epsilon(1e-12));
}

TEST_CASE("Critical path: a late start is a part of its own, and result.json names the rank",
          "[ATTRIBUTION-16][RESULT-75]") {
  Scenario scenario = one_message_under_noise();
  scenario.noise = {};
  scenario.workload.imbalance = Cycles{5000};
  const std::uint64_t offset = start_offset(scenario.workload.imbalance, scenario.seed, 0).count();
  REQUIRE(offset > 0);
  for (const Level level : {Level::kCycle, Level::kPacket}) {
    const auto result = nlohmann::json::parse(run(scenario, level).result);
    CHECK(path_part(result, "critical_path", "late_start") == offset + 1);
    CHECK(path_part(result, "critical_path", "noise") == 0);
    std::uint64_t latest = 0;
    for (int node = 0; node < 9; ++node) {
      latest = std::max(latest, start_offset(scenario.workload.imbalance, scenario.seed, node).count());
    }
    CHECK(result["late_starts"]["max_s"].get<double>() == Approx((1 + latest) * kClock * 1e-12));
    CHECK(result["late_starts"]["ranks"].size() == 5);
  }
}

TEST_CASE("Noise: at flow level it puts off what it puts off at packet level") {
  const Scenario scenario = compute_and_send();
  Scenario same = scenario;
  const auto packet = nlohmann::json::parse(run(scenario, Level::kPacket).result);
  const RunSummary flow = Simulation(same, at_level(Level::kFlow)).run();
  REQUIRE(flow.noise);
  CHECK(flow.noise->stolen_s == Approx(packet["noise"]["stolen_s"].get<double>()).epsilon(0.01));
  CHECK(flow.simulated_seconds() == Approx(packet["simulated_seconds"].get<double>()).epsilon(0.01));
  same.noise = {};
  const RunSummary quiet = Simulation(same, at_level(Level::kFlow)).run();
  CHECK_FALSE(quiet.noise);
  CHECK(quiet.simulated < flow.simulated);
}

TEST_CASE("Noise: cycle and packet level are equal under every kind of it, with any number of threads",
          "[NOISE-7][NOISE-8]") {
  Scenario scenario = scenario_on(3, 3, "a2at");
  scenario.workload.message_size = Bytes{5000};
  scenario.run.trace.enabled = false;
  NoiseConfig trace = noise_of(NoiseKind::kTrace, 5000, 0);
  trace.trace = {{Picoseconds{0}, Picoseconds{300'001}}, {Picoseconds{2'000'000}, Picoseconds{1'000'000}}};
  std::set<std::string> results;
  for (const NoiseConfig& noise :
       {NoiseConfig{}, noise_of(NoiseKind::kPeriodic, 1000, 333), noise_of(NoiseKind::kPoisson, 700, 100), trace}) {
    scenario.noise.events = noise;
    const RunHistory cycle = run(scenario, Level::kCycle);
    results.insert(cycle.result);
    for (const int threads : {1, 2, 5}) {
      CAPTURE(static_cast<int>(noise.kind), threads);
      const RunHistory packet = run(scenario, Level::kPacket, threads);
      CHECK(compare(cycle, packet, {"cycle", "packet"}, scenario.rank_map()).equal());
      CHECK(packet.result == cycle.result);
    }
  }
  CHECK(results.size() == 4);
}

TEST_CASE("Noise: kind none and noise that never comes change nothing in a result",
          "[NOISE-1][key:noise.kind][RESULT-17]") {
  const std::string plain = with_option({});
  CHECK(with_option({"noise.kind=none", "noise.period=1 ms", "noise.length=1 us"}) == plain);
  auto never = nlohmann::ordered_json::parse(with_option({"noise.kind=periodic", "noise.period=1000 s"}));
  CHECK(never["noise"]["stolen_s"] == 0.0);
  never.erase("noise");
  CHECK(never.dump() == plain);
}

TEST_CASE("Noise: another seed is other noise") {
  const std::vector<std::string> noise = {"noise.kind=periodic", "noise.period=20 us", "noise.length=2 us"};
  const auto with_seed = [&](const char* seed) {
    auto options = noise;
    options.emplace_back(std::string("seed=") + seed);
    auto result = nlohmann::ordered_json::parse(with_option(options));
    result.erase("seed");
    return result.dump();
  };
  CHECK(with_seed("1") == with_seed("1"));
  CHECK(with_seed("1") != with_seed("2"));
}
