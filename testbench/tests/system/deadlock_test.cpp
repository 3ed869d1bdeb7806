#include <fmt/core.h>

#include <regex>
#include <sstream>

#include "hw/common/reports.h"
#include "testbench/app/process/own_process.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/checked_run.h"
#include "testbench/tests/system/tactus_process.h"
#include "testbench/tests/unit/app/results/wave_reader.h"

using namespace tactus;
using namespace tactus::test;

namespace {

/// Every node of two rings of eight sends far along its ring, by four NICs at once, through buffers of one packet.
Scenario heavy_rings(const char* dateline) {
  Scenario scenario = scenario_on(8, 2, "replay");
  scenario.machine.router.dateline = dateline;
  scenario.machine.router.vc_buffer = Bytes{2048};
  scenario.run.watchdog = Picoseconds{50'000'000};
  for (int node = 0; node < 16; ++node) {
    const int to = node / 8 * 8 + (node + 3) % 8;
    for (int nic = 0; nic < 4; ++nic) scenario.workload.messages.push_back({node, to, 0, Bytes{32'768}, {}, {}});
  }
  return scenario;
}

/// The violation that ends a run, and the cycle in which it is told; empty if the run does not end by one.
struct Violation {
  std::string text;
  std::uint64_t cycle = 0;
  std::uint64_t last_event = 0;  ///< last cycle in which anything happened to a packet
};

class LastEvent final : public PacketObserver {
 public:
  void packet_injected(const PacketHeader&, Cycles now) override { cycle = now.count(); }
  void packet_granted(const RouterGrant& grant, const RouteHeader&) override { cycle = grant.cycle.count(); }
  void packet_delivered(const PacketHeader&, Cycles now) override { cycle = now.count(); }
  std::uint64_t cycle = 0;
};

Violation violation_of(const Scenario& scenario) {
  const auto answer = nlohmann::json::parse(in_own_process([&] {
    Simulation simulation(scenario, {});
    LastEvent last;
    simulation.also_observe(&last);
    std::string text;
    try {
      simulation.run();
    } catch (const ModelViolation& violation) {
      text = violation.what();
    }
    const auto cycle = static_cast<std::uint64_t>(sc_core::sc_time_stamp() / sc_core::sc_time(4, sc_core::SC_NS));
    return nlohmann::json{text, cycle, last.cycle}.dump();
  }));
  return {answer[0], answer[1], answer[2]};
}

/// A line of the watchdog's report about one packet.
struct Waiting {
  Coordinate router;
  std::string in_port;
  int in_vc;
  std::string out_port;
  int out_vc;
  int credits;
  int needed;
};

std::vector<Waiting> packets_in(const std::string& report) {
  const std::regex line(
      R"(packet \d+, \(\d+,\d+\) -> \(\d+,\d+\) of \d+ flits, injected in cycle \d+: in router \((\d+),(\d+)\), )"
      R"(port (\w+), VC (\d+); wants (\w+) VC (\d+): (\d+) credits of (\d+) needed)");
  std::vector<Waiting> found;
  for (std::sregex_iterator at(report.begin(), report.end(), line), end; at != end; ++at) {
    const auto number = [&](int group) { return std::stoi((*at)[static_cast<std::size_t>(group)].str()); };
    found.push_back(
        {{number(1), number(2)}, (*at)[3].str(), number(4), (*at)[5].str(), number(6), number(7), number(8)});
  }
  return found;
}

void check_circle(const std::vector<Waiting>& circle, NetworkShape shape) {
  REQUIRE(circle.size() >= 4);  // rings of eight, and nobody goes further than three links
  for (std::size_t i = 0; i < circle.size(); ++i) {
    const Waiting& packet = circle[i];
    const Waiting& next = circle[(i + 1) % circle.size()];
    CAPTURE(i, shape.text(packet.router), packet.out_port);
    CHECK(packet.credits < packet.needed);
    REQUIRE((packet.out_port == "plus_x" || packet.out_port == "minus_x"));
    const bool forward = packet.out_port == "plus_x";
    // The next packet sits in the buffer that this one wants.
    CHECK(next.router == shape.wrapped(packet.router, {forward ? 1 : -1, 0}));
    CHECK(next.in_port == (forward ? "minus_x" : "plus_x"));
    CHECK(next.in_vc == packet.out_vc);
  }
}

std::uint64_t cycle_named_in(const std::string& report) {
  std::smatch match;
  REQUIRE(std::regex_search(report, match, std::regex(R"(nothing has moved for [\d.]+ us, since cycle (\d+))")));
  return std::stoull(match[1].str());
}

}  // namespace

TEST_CASE("Deadlock: without a dateline rings lock up, and the watchdog names a circle of packets, VCs and credits",
          "[TORUS-13][TORUS-17]") {
  const Scenario scenario = heavy_rings("none");
  const Violation violation = violation_of(scenario);
  CAPTURE(violation.text);
  CHECK(violation.text.rfind(reports::kFabricStalled, 0) == 0);
  const std::vector<Waiting> packets = packets_in(violation.text);
  CHECK(violation.text.find(fmt::format("Circular wait of {} packets", packets.size())) != std::string::npos);
  check_circle(packets, scenario.machine.network);
  CHECK(violation.text.find("waits for sends: ") != std::string::npos);
}

TEST_CASE("Deadlock: the watchdog ends the run one timeout after the last movement, and names its cycle",
          "[key:run.watchdog][TORUS-15]") {
  const Scenario scenario = heavy_rings("none");
  const Violation violation = violation_of(scenario);
  const std::uint64_t timeout = scenario.machine.clock.cycle_at(scenario.run.watchdog).count();
  const std::uint64_t look = timeout / 8;
  CAPTURE(violation.text, violation.last_event, violation.cycle);
  // The tail of the packet that was granted last moves for its 128 flits more, and everything is seen at the next look.
  const std::uint64_t named = cycle_named_in(violation.text);
  CHECK(named >= violation.last_event);
  CHECK(named <= violation.last_event + 2 * 128 + look);
  CHECK(violation.cycle >= named + timeout);
  CHECK(violation.cycle <= named + timeout + look);
}

TEST_CASE("Deadlock: the same load goes through with either dateline", "[ROUTE-15][key:router.dateline]") {
  for (const char* dateline : {"crossing", "entry"}) {
    const Scenario scenario = heavy_rings(dateline);
    MessageCounts expected;
    for (int node = 0; node < 16; ++node) expected[{node, node / 8 * 8 + (node + 3) % 8}] = 4;
    CHECK(faults_of_exchange(scenario, expected) == "");
  }
}

TEST_CASE("Deadlock: open-loop traffic that locks up ends by watchdog too") {
  Scenario scenario = scenario_on(8, 8, "tornado");
  scenario.machine.router.dateline = "none";
  scenario.machine.router.vc_buffer = Bytes{2048};
  scenario.workload.load = 1;
  scenario.run.watchdog = Picoseconds{50'000'000};
  const Violation violation = violation_of(scenario);
  CHECK(violation.text.rfind(reports::kFabricStalled, 0) == 0);
  CHECK(violation.text.find("Circular wait of ") != std::string::npos);
}

TEST_CASE("Deadlock: the program refuses a machine without dateline before time zero, names the circle, writes nothing",
          "[ROUTE-16]") {
  const TemporaryFolder folder;
  const std::string out = folder.path() / "results";
  const Outcome outcome =
      run_tactus({"run", scenario_path("quickstart/a2at_4x4.yaml"), "--out", out, "--set", "router.dateline=none"});
  CHECK(outcome.status == 2);
  CHECK(outcome.out.empty());
  CAPTURE(outcome.err);
  CHECK(outcome.err.find("--set router.dateline=none:1:17: error: ") != std::string::npos);
  CHECK(outcome.err.find("(0,0) plus_x VC 0 -> (1,0) plus_x VC 0 -> (2,0) plus_x VC 0 -> (3,0) plus_x VC 0 -> "
                         "(0,0) plus_x VC 0") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(out));
}

TEST_CASE("Lost credits: the program ends with status 3 and names the place and the cycle", "[TORUS-18]") {
  const TemporaryFolder folder;
  const Outcome outcome = ended_with(3, run_broken_tactus({"run", scenario_path("quickstart/a2at_4x4.yaml"), "--out",
                                                           folder.path(), "--waves", "--set", "run.watchdog=20 us"}));
  CHECK(outcome.out.empty());
  CAPTURE(outcome.err);
  CHECK(outcome.err.rfind(std::string("tactus: ") + reports::kFabricStalled, 0) == 0);
  // A VC buffer of 8 KiB lets 512 flits go without a credit: A2AT's first message, of 1052 flits, cannot leave.
  const std::uint64_t cycle = cycle_named_in(outcome.err);
  CHECK(cycle > 512);
  CHECK(cycle < 512 + 3 * 5000 / 8 + 1500);
  CHECK(outcome.err.find("holds 0 flits: credits have been lost") != std::string::npos);
  const std::vector<Waiting> chain = packets_in(outcome.err);
  REQUIRE_FALSE(chain.empty());
  CHECK(chain.back().credits < chain.back().needed);
}

TEST_CASE("Lost credits: what was recorded is kept, complete, and no result stands beside it", "[RESULT-32]") {
  const TemporaryFolder folder;
  const std::vector<std::string> arguments = {"run",     scenario_path("quickstart/a2at_4x4.yaml"),
                                              "--out",   folder.path(),
                                              "--quiet", "--waves",
                                              "--set",   "waves.to=none",
                                              "--set",   "run.watchdog=20 us"};
  REQUIRE(run_tactus(arguments).status == 0);
  REQUIRE(folder.names().count("result.json") == 1);
  const Outcome outcome = ended_with(3, run_broken_tactus(arguments));
  CHECK(folder.names() == std::set<std::string>{"links.csv", "messages.csv", "trace.json", "vc_occupancy.csv",
                                                "waves.fst", "waves.gtkw"});
  // The waves go on to the cycle in which the run was ended: after the named one, by the watchdog's 20 us.
  const Wave wave = read_fst(folder.path() / "waves.fst");
  CHECK(wave.end / 4000 >= cycle_named_in(outcome.err) + 5000);
  CHECK(nlohmann::json::parse(folder.text("trace.json")).contains("traceEvents"));
}

TEST_CASE("Lost credits: a full disk does not hide them") {
  if (!std::filesystem::exists("/dev/full")) {
    WARN("no /dev/full here: not tested");
    return;
  }
  const TemporaryFolder folder;
  fill_disk_for("links.csv", folder.path());
  const Outcome outcome = ended_with(3, run_broken_tactus({"run", scenario_path("quickstart/a2at_4x4.yaml"), "--out",
                                                           folder.path(), "--set", "run.watchdog=20 us"}));
  CHECK(outcome.err.find("credits have been lost") != std::string::npos);
  CHECK(outcome.err.find("links.csv: No space left on device") != std::string::npos);
}

TEST_CASE("Watchdog: whoever waits for a point in time is not stuck, however long it is",
          "[key:run.watchdog][TORUS-8][TORUS-16]") {
  Scenario patient = scenario_on(3, 3, "ring");
  patient.workload.message_size = Bytes{3000};
  patient.run.watchdog = patient.machine.clock.edge(Cycles{128});
  MessageCounts expected;
  for (int source = 0; source < 9; ++source) {
    for (int destination = 0; destination < 9; ++destination) {
      if (source != destination) expected[{source, destination}] = 1;
    }
  }
  CHECK(faults_of_exchange(patient, expected) == "");
  Scenario paced = patient;
  paced.pacing = {"fixed", PacketEighths{8 * 10}, {}};
  CHECK(faults_of_exchange(paced, expected) == "");
  Scenario slow_memory = patient;  // both when it is read and when it is written
  slow_memory.machine.memory.latency = Picoseconds{5'000'000};
  CHECK(faults_of_exchange(slow_memory, expected) == "");
  Scenario long_links = patient;
  long_links.machine.link.cable_delay = patient.machine.clock.edge(Cycles{1000});
  long_links.machine.link.switch_delay = Picoseconds{0};
  CHECK(faults_of_exchange(long_links, expected) == "");
  Scenario slow_calls = patient;
  slow_calls.workload.call_overhead = Cycles{1000};
  CHECK(faults_of_exchange(slow_calls, expected) == "");
}
