#include <fmt/core.h>

#include <fstream>

#include "testbench/app/process/own_process.h"
#include "testbench/app/scenario/scenario_keys.h"
#include "testbench/tests/fuzz/random_scenario.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/checked_run.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

/// One message of one packet.
Scenario lone_packet(Coordinate from, Coordinate to, std::uint64_t bytes) {
  Scenario scenario = scenario_on(9, 9, "replay");
  const NetworkShape& torus = scenario.machine.network;
  scenario.workload.messages = {{torus.node(from), torus.node(to), 0, Bytes{bytes}, {}, {}}};
  scenario.run.attribution = {true, true};
  return scenario;
}

std::string differs(const char* what, std::uint64_t actual, std::uint64_t expected) {
  return actual == expected ? "" : fmt::format("{}: {}, not {}\n", what, actual, expected);
}

/// The parts of its latency, by the closed forms of docs/timing.md.
std::string faults_of_lone_packet(const FinishedRun& run, std::uint64_t hops, std::uint64_t flits) {
  const SplitSum& total = run.summary.attribution->total;
  std::string faults = differs("packets", total.count, 1);
  const auto part = [&](LatencyPart which) { return total.time[which]; };
  faults += differs("pipeline", part(LatencyPart::kPipeline), 4 * (hops + 1) + 1);
  faults += differs("link", part(LatencyPart::kLink), 22 * hops);
  faults += differs("serialization", part(LatencyPart::kSerialization), flits - 1);
  // 16 GB/s are 64 B per cycle, and the engine reads and writes as fast.
  const std::uint64_t memory = ((flits - 2) * 16 + 63) / 64;
  faults += differs("memory", part(LatencyPart::kMemory), memory);
  faults += differs("write", part(LatencyPart::kWrite), memory);
  for (const LatencyPart none :
       {LatencyPart::kPace, LatencyPart::kWindow, LatencyPart::kStall, LatencyPart::kControl, LatencyPart::kEngine,
        LatencyPart::kQueue, LatencyPart::kOutput, LatencyPart::kInput, LatencyPart::kCredits, LatencyPart::kBubble}) {
    faults += differs(kLatencyPartNames[static_cast<std::size_t>(none)], part(none), 0);
  }
  return faults;
}

/// The critical path of a run, in cycles, and the cycle in which the last rank ended.
std::string path_and_end(const Scenario& scenario) {
  return in_own_process([&] {
    Simulation simulation(scenario, at_level(Level::kPacket));
    const RunSummary summary = simulation.run();
    if (!simulation.execution().finished()) return std::string("cut");
    std::uint64_t sum = 0;
    for (const std::uint64_t part : summary.critical_path->parts.of_part) sum += part;
    const std::uint64_t end = scenario.machine.clock.cycle_at(summary.simulated).count();
    return sum == end && summary.critical_path->length == end ? std::string("equal")
                                                              : fmt::format("{} of {}", sum, end);
  });
}

}  // namespace

TEST_CASE("Attribution: a packet in an idle network has the parts that the timing contract gives it",
          "[ATTRIBUTION-1][ATTRIBUTION-2][ATTRIBUTION-5]") {
  for (const auto& [to, hops] :
       {std::pair<Coordinate, std::uint64_t>{{1, 0}, 1}, {{4, 4}, 8}, {{8, 0}, 1}, {{0, 3}, 3}}) {
    for (const std::uint64_t bytes : {16U, 160U, 2016U}) {
      const std::uint64_t flits = 2 + bytes / 16;
      const auto look = [hops = hops, flits](const FinishedRun& run) {
        return faults_of_lone_packet(run, hops, flits);
      };
      CAPTURE(hops, bytes);
      CHECK(faults_of_run(lone_packet({0, 0}, to, bytes), look) == "");
    }
  }
}

TEST_CASE("Attribution: the critical path adds up to the time of the run, in random scenarios",
          "[ATTRIBUTION-9][long]") {
  int equal = 0;
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    const Scenario scenario = random_scenario(seed);
    if (!scenario.run.attribution.critical_path) continue;
    CAPTURE(seed);
    const std::string outcome = path_and_end(scenario);
    if (outcome == "cut") continue;
    INFO(to_yaml(scenario, "messages.txt"));
    REQUIRE(outcome == "equal");
    ++equal;
  }
  CHECK(equal > 10);
}

TEST_CASE("Attribution: needs a switch that is held per packet, and says so",
          "[RESULT-57][key:attribution.enabled][key:attribution.critical_path]") {
  const std::vector<std::string> run = {"run", scenario_path("quickstart/a2at_4x4.yaml"), "--quiet"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), run.begin(), run.end());
    return run_tactus(more);
  };
  const Outcome flit = with({"--set", "attribution.enabled=true", "--set", "router.switch_hold=flit"});
  CHECK(flit.status == 2);
  CHECK_THAT(flit.err, Contains("attribution.enabled") && Contains("held per packet"));
  const TemporaryFolder folder;
  CHECK(with({"--set", "attribution.enabled=true", "--level", "packet", "--out", folder.path()}).status == 0);
  CHECK(folder.text("attribution.h5").substr(1, 3) == "HDF");
  // Messages at flow level have no switch.
  CHECK(with({"--set", "attribution.enabled=true", "--set", "router.switch_hold=flit", "--level", "flow", "--out",
              folder.path()})
            .status == 0);
  const Outcome path = with({"--set", "attribution.critical_path=true"});
  CHECK(path.status == 2);
  CHECK_THAT(path.err, Contains("needs attribution.enabled"));
}

TEST_CASE("tactus explain: the quickstart is slow by its ties, which it names, tries and gains by", "[EXPLAIN-1]") {
  const Outcome page = run_tactus({"explain", scenario_path("quickstart/a2at_4x4.yaml"), "--tries", "3"});
  CHECK(page.status == 0);
  CHECK(page.err.empty());
  CHECK_THAT(page.out, Contains("plus_x 49.3 %") && Contains("minus_x 16.4 %") && Contains("router.tie_break"));
  CHECK_THAT(page.out, Contains("54.81 us   -46.0 %  router.tie_break=signed"));
  const Outcome json = run_tactus({"explain", scenario_path("quickstart/a2at_4x4.yaml"), "--tries", "3", "--json"});
  const auto parsed = nlohmann::json::parse(json.out);
  CHECK(parsed["tried"].size() == 3);
  CHECK(parsed["tried"][0]["settings"] == std::vector<std::string>{"router.tie_break=signed"});
  CHECK(parsed["tried"][0]["simulated_seconds"] <= parsed["tried"][1]["simulated_seconds"]);
  CHECK(parsed["critical_path"]["cycles"] == 25'355);
}

TEST_CASE("tactus explain: it names outputs of any dimension, and ties where a ring is even, and nowhere else",
          "[EXPLAIN-1][EXPLAIN-3]") {
  const auto page_of = [](const std::string& shape, const std::string& wrap, const std::string& level) {
    return run_tactus({"explain", scenario_path("quickstart/a2at_4x4.yaml"), "--level", level, "--set",
                       "network.shape=" + shape, "--set", "network.wrap=" + wrap, "--set", "nic.count=5", "--set",
                       "waves.nodes=all", "--set", "message_size=2 KiB"});
  };
  // An even ring is worth a try at each level. Even rows and odd rings have no ties, at no level.
  for (const std::string level : {"packet", "flow"}) {
    CAPTURE(level);
    const Outcome even = page_of("[3, 4, 2]", "[true, true, false]", level);
    CHECK(even.status == 0);
    CHECK_THAT(even.out, Contains("router.tie_break=signed"));
    for (const char* wrap : {"[true, false, false]", "[false, false, false]"}) {
      CAPTURE(wrap);
      const Outcome odd = page_of("[3, 4, 2]", wrap, level);
      CHECK(odd.status == 0);
      CHECK_THAT(odd.out, Contains("What was tried") && !Contains("tie_break"));
    }
  }
  const Outcome line = page_of("[9]", "[false]", "packet");
  CHECK_THAT(line.out, Contains("(4) minus_x") && Contains("nic_"));
  CHECK_THAT(page_of("[2, 2, 2, 3]", "all", "packet").out, Contains("plus_w") && Contains("(0,0,0,"));
}

TEST_CASE("tactus explain: bubbles are tried where packets of rings lack credits, datelines where they lack bubbles",
          "[EXPLAIN-13]") {
  const auto page_of = [](const std::vector<std::string>& settings) {
    std::vector<std::string> explain = {"explain", scenario_path("quickstart/a2at_4x4.yaml"), "--tries", "2"};
    for (const std::string& setting : settings) explain.insert(explain.end(), {"--set", setting});
    return ended_with(0, run_tactus(explain)).out;
  };
  CHECK_THAT(page_of({}), Contains("66.53 us   -34.4 %  router.flow_control=bubble"));
  CHECK_THAT(page_of({"network.wrap=[false,false]", "router.vc_buffer=2 KiB"}),
             !Contains("flow_control") && Contains("    4.6 %  credits"));
  CHECK_THAT(page_of({"router.vc_buffer=3 KiB"}), !Contains("flow_control"));
  const std::string lacking = page_of({"router.flow_control=bubble", "router.vc_buffer=4 KiB"});
  CHECK_THAT(lacking, Contains("router.flow_control=dateline") && !Contains("flow_control=bubble"));
  CHECK_THAT(lacking, Contains(" bubble   ") && Contains(", no bubble "));
}

TEST_CASE("tactus explain: queues for classes are tried where messages wait in rings, and are not there",
          "[EXPLAIN-14]") {
  const auto page_of = [](const std::string& setting) {
    return ended_with(0, run_tactus({"explain", scenario_path("quickstart/class_queues.yaml"), "--set", "size=64 KiB",
                                     "--set", setting, "--tries", "14"}))
        .out;
  };
  CHECK_THAT(page_of("queues=false"), Contains("%  nic.class_queues=true"));
  CHECK_THAT(page_of("queues=true"), Contains("What was tried") && !Contains("nic.class_queues"));
}

TEST_CASE("tactus explain: a folder says what its scenario says, and one without attribution is refused",
          "[EXPLAIN-1]") {
  const TemporaryFolder folder;
  const std::vector<std::string> small = {"--set", "workload.message_size=4 KiB"};
  std::vector<std::string> run = {
      "run", scenario_path("quickstart/a2at_4x4.yaml"), "--out", folder.path(), "--quiet", "--level", "packet"};
  run.insert(run.end(), small.begin(), small.end());
  REQUIRE(run_tactus(run).status == 0);
  const Outcome plain = ended_with(2, run_tactus({"explain", folder.path()}));
  CHECK_THAT(plain.err, Contains("attribution.enabled"));
  for (const char* key : {"attribution.enabled=true", "attribution.critical_path=true"}) {
    run.insert(run.end(), {"--set", key});
  }
  REQUIRE(run_tactus(run).status == 0);
  std::vector<std::string> explain = {"explain", scenario_path("quickstart/a2at_4x4.yaml"), "--tries", "2"};
  explain.insert(explain.end(), small.begin(), small.end());
  const Outcome of_folder = ended_with(0, run_tactus({"explain", folder.path(), "--tries", "2"}));
  CHECK(of_folder.out == run_tactus(explain).out);
}

TEST_CASE("tactus explain: a folder without a critical path has its suggestions tried, and says what it lacks") {
  const TemporaryFolder folder;
  REQUIRE(run_tactus({"run", scenario_path("quickstart/a2at_4x4.yaml"), "--out", folder.path(), "--quiet", "--level",
                      "packet", "--set", "attribution.enabled=true", "--set", "workload.message_size=4 KiB"})
              .status == 0);
  const Outcome outcome = ended_with(0, run_tactus({"explain", folder.path(), "--tries", "2"}));
  CHECK_THAT(outcome.out, Contains("The run has no critical path: attribution.critical_path was off") &&
                              Contains("What was tried, each alone, by running it"));
  CHECK(nlohmann::json::parse(run_tactus({"explain", folder.path(), "--tries", "1", "--json"}).out)["tried"].size() ==
        1);
  const Outcome open =
      ended_with(0, run_tactus({"explain", scenario_path("openloop/uniform.yaml"), "--set", "network.shape=[4, 4]",
                                "--set", "workload.measure=20 us", "--set", "workload.warmup=2 us"}));
  CHECK_THAT(open.out, Contains("Nothing was tried: the time of an open loop is given"));
}

TEST_CASE("tactus explain: of a run that run.max_time has ended nothing is tried, and that is why") {
  const std::string scenario = scenario_path("quickstart/a2at_4x4.yaml");
  const std::string obstacle = "Nothing was tried: the run was ended by run.max_time\n";
  for (const char* level : {"packet", "flow"}) {
    CAPTURE(level);
    // No edge of a clock is at 20.001 us.
    for (const char* time : {"run.max_time=20 us", "run.max_time=20.001 us"}) {
      const Outcome cut = ended_with(0, run_tactus({"explain", scenario, "--level", level, "--set", time}));
      CHECK_THAT(cut.out, Contains(obstacle));
    }
    const Outcome whole =
        run_tactus({"explain", scenario, "--level", level, "--set", "run.max_time=1 ms", "--tries", "1"});
    CHECK_THAT(whole.out, !Contains("Nothing was tried"));
  }
  const TemporaryFolder folder;
  REQUIRE(run_tactus({"run", scenario, "--out", folder.path(), "--quiet", "--level", "packet", "--set",
                      "attribution.enabled=true", "--set", "run.max_time=20 us"})
              .status == 0);
  CHECK_THAT(run_tactus({"explain", folder.path()}).out, Contains(obstacle));
}

TEST_CASE("tactus explain: a result whose configuration is foreign is told before anything is printed") {
  const TemporaryFolder folder;
  REQUIRE(run_tactus({"run", scenario_path("quickstart/a2at_4x4.yaml"), "--out", folder.path(), "--quiet", "--level",
                      "packet", "--set", "attribution.enabled=true", "--set", "workload.message_size=4 KiB"})
              .status == 0);
  nlohmann::ordered_json result = nlohmann::ordered_json::parse(text_of(folder.path() / "result.json"));
  result["configuration"]["seed"] = 7;
  std::ofstream(folder.path() / "result.json") << result;
  const Outcome foreign = ended_with(2, run_tactus({"explain", folder.path()}));
  CHECK(foreign.out.empty());
  CHECK_THAT(foreign.err, Contains("result.json: is not the result of a run of this program: "));
}

TEST_CASE("tactus explain: what it cannot explain it refuses with 2") {
  const auto refused = [](const std::vector<std::string>& arguments, const char* text) {
    const Outcome outcome = ended_with(2, run_tactus(arguments));
    CHECK_THAT(outcome.err, Contains(text));
  };
  const TemporaryFolder empty;
  refused({"explain", empty.path()}, "result.json: no such file");
  refused({"explain", scenario_path("quickstart/a2at_4x4.yaml"), "--tries", "1e9"}, "--tries");
  refused({"explain", scenario_path("quickstart/a2at_4x4.yaml"), "--set", "router.switch_hold=flit"},
          "held per packet");
  refused({"explain", empty.path(), "--set", "a=b"}, "this run is over");
}
