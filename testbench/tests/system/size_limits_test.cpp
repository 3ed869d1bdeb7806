#include <algorithm>
#include <array>
#include <fstream>

#include "testbench/app/process/own_process.h"
#include "testbench/app/scenario/scenario_keys.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/run_history.h"
#include "testbench/tests/system/checked_run.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

const std::array<std::string, 2> kNames = {"cycle", "packet"};

Scenario with_mtu(Scenario scenario, std::uint64_t mtu) {
  scenario.machine.nic.mtu = Bytes{mtu};
  scenario.machine.nic.receive_buffer = Bytes{4 * mtu};
  scenario.machine.router.vc_buffer = Bytes{4 * mtu};
  return scenario;
}

Scenario on(const NetworkShape& shape, const AlgorithmName& algorithm) {
  Scenario scenario = scenario_on(4, 4, algorithm);
  scenario.machine.network = shape;
  return scenario;
}

/// Requires equal histories of `scenario` at both levels, of so many messages.
RunHistory require_equal(const Scenario& scenario, std::size_t messages) {
  const RunHistory cycle = run_level(scenario, Level::kCycle);
  const RunHistory packet = run_level(scenario, Level::kPacket);
  const HistoryComparison comparison = compare(cycle, packet, kNames, scenario.rank_map());
  INFO(to_yaml(scenario, "messages.txt"));
  INFO(comparison.first_difference);
  REQUIRE(cycle.violation.empty());
  REQUIRE(comparison.equal());
  CHECK(comparison.messages == messages);
  return cycle;
}

/// Two nodes and one message of so many bytes from one to the other, in packets of `mtu`.
Scenario one_message(std::uint64_t bytes, std::uint64_t mtu) {
  Scenario scenario = with_mtu(on({2}, "replay"), mtu);
  ReplayMessage message;
  message.source = 0;
  message.destination = 1;
  message.bytes = Bytes{bytes};
  scenario.workload.messages = {message};
  return scenario;
}

/// Packets and picoseconds of `one_message` at `level`.
std::pair<std::uint64_t, std::uint64_t> measured(std::uint64_t bytes, std::uint64_t mtu, Level level) {
  std::pair<std::uint64_t, std::uint64_t> found;
  const std::string text = in_own_process([&] {
    const Scenario scenario = one_message(bytes, mtu);
    Simulation simulation(scenario, at_level(level));
    const RunSummary summary = simulation.run();
    return std::to_string(summary.packets_delivered) + " " + std::to_string(summary.simulated.count());
  });
  found.first = std::stoull(text);
  found.second = std::stoull(text.substr(text.find(' ')));
  return found;
}

Outcome run_replay(const std::string& line, const Arguments& more) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "m.txt") << line << "\n";
  std::ofstream(folder.path() / "s.yaml") << "network: {shape: [4]}\nworkload: {algorithm: replay, messages: m.txt}\n";
  return run_tactus(with({"run", folder.path() / "s.yaml", "--json", "--out", folder.path() / "out"}, more));
}

}  // namespace

TEST_CASE("Limits: packets of 4 KiB, 9,216 B and 16,368 B are equal at cycle and packet level",
          "[EQUAL-1][EQUAL-2][PACKET-7][key:nic.mtu]") {
  for (const std::uint64_t mtu : {4096U, 9216U, 16'368U}) {
    Scenario scenario = with_mtu(scenario_on(4, 3, "a2at"), mtu);
    scenario.workload.message_size = Bytes{2 * mtu + 5};
    scenario.run.attribution.enabled = true;
    const RunHistory history = require_equal(scenario, 12 * 11);
    CHECK(history.packets.size() == 12 * 11 * 3);
    std::uint64_t longest = 0;
    for (const PacketHistory& packet : history.packets) longest = std::max<std::uint64_t>(longest, packet.flits);
    CHECK(longest == mtu / 16);
  }
}

TEST_CASE("Limits: an open loop has packets of a header alone and of 9,216 B", "[EQUAL-1][key:workload.packet_size]") {
  for (const std::uint64_t size : {32U, 9216U}) {
    Scenario scenario = with_mtu(scenario_on(3, 3, "uniform"), 9216);
    scenario.workload.packet_size = Bytes{size};
    scenario.workload.load = 0.2;
    scenario.workload.warmup = Cycles{1000};
    scenario.workload.measure = Cycles{10'000};
    const RunHistory cycle = run_level(scenario, Level::kCycle);
    const HistoryComparison comparison =
        compare(cycle, run_level(scenario, Level::kPacket), kNames, scenario.rank_map());
    INFO(comparison.first_difference);
    CHECK(comparison.equal());
    CHECK(comparison.packets > 10);
    for (const PacketHistory& packet : cycle.packets) REQUIRE(packet.flits == size / 16);
  }
}

TEST_CASE("Limits: tori and meshes of five and six dimensions are equal at cycle and packet level",
          "[EQUAL-1][EQUAL-2][PACKET-11][key:network.shape]") {
  const NetworkShape five({2, 3, 2, 2, 2}, {true, true, true, false, true});
  const NetworkShape six({2, 2, 2, 3, 2, 2}, {true, true, false, true, true, true});
  for (const NetworkShape& shape : {five, six}) {
    Scenario scenario = on(shape, "a2at");
    scenario.workload.message_size = Bytes{100};
    scenario.machine.router.tie_break = "signed";
    const auto nodes = static_cast<std::size_t>(shape.nodes());
    require_equal(scenario, nodes * (nodes - 1));
  }
}

TEST_CASE("Limits: a message of more than 2^20 packets arrives whole at cycle level", "[PACKET-8][long]") {
  const std::uint64_t bytes = 16 * ((std::uint64_t{1} << 20) + 3) - 5;
  CHECK(faults_of_exchange(one_message(bytes, 48), {{{0, 1}, 1}}) == "");
}

TEST_CASE("Limits: a message of 5 GB has the packets and the time of its wire bytes at packet and flow level",
          "[PACKET-8][long]") {
  constexpr std::uint64_t kBytes = 5'000'000'000;
  constexpr std::uint64_t kMtu = 16'368;
  const std::uint64_t full = kBytes / (kMtu - 32);
  const std::uint64_t last = kBytes - full * (kMtu - 32);
  const std::uint64_t flits = full * (kMtu / 16) + (last + 32 + 15) / 16;
  const auto packet = measured(kBytes, kMtu, Level::kPacket);
  CHECK(packet.first == full + 1);
  const auto flow = measured(kBytes, kMtu, Level::kFlow);
  for (const std::uint64_t time : {packet.second, flow.second}) {
    CHECK(time >= flits * 4000);
    CHECK(time <= flits * 4000 + 20'000'000);
  }
}

TEST_CASE("Limits: messages of 3 GB and 5 GB run, longer ones than headers can number are refused", "[FILE-11]") {
  for (const char* line : {"0 1 0 3 GB", "0 1 0 5 GB"}) {
    const Outcome outcome = run_replay(line, {"--level", "flow"});
    REQUIRE(outcome.status == 0);
    const auto result = nlohmann::json::parse(outcome.out);
    CHECK(result["messages_delivered"] == 1);
  }
  const Outcome refused = ended_with(2, run_replay("0 1 0 34 GB", {"--level", "flow"}));
  CHECK_THAT(refused.err, Contains("a message has at most 33822867456 B (2^24 packets, and 36 bits of length)"));
}

TEST_CASE("Limits: what a header has no room for is refused by name", "[key:nic.mtu][key:network.shape]") {
  const auto refused = [](const Arguments& sets, const std::string& says) {
    Arguments arguments = {"run", scenario_path("quickstart/a2at_4x4.yaml")};
    for (const std::string& set : sets) arguments.insert(arguments.end(), {"--set", set});
    const Outcome outcome = ended_with(2, run_tactus(arguments));
    CHECK_THAT(outcome.err, Contains(says));
  };
  refused({"nic.mtu=16 KiB"}, "nic.mtu: 16 KiB: must be 48 B to 16368 B");
  refused({"nic.mtu=9216 B"}, "router.vc_buffer: 8192 B cannot hold a packet of 9216 B");
  refused({"network.shape=[2, 2, 2, 2, 65]"},
          "network.shape[4]: 65: each of more than four dimensions has 2 to 64 nodes");
  refused({"network.shape=[2, 2, 2, 2, 2, 33]"}, "network.shape[5]: 33: each of more than four dimensions has 2 to 32");
  refused({"network.shape=[2, 2, 2, 2, 2, 2, 2]"}, "7 dimensions: a network has 1 to 6");
}

TEST_CASE("Limits: a run that passes the end of simulated time is ended there by name at every level",
          "[key:run.max_time]") {
  const TemporaryFolder folder;
  const std::filesystem::path scenario = folder.path() / "ring.yaml";
  std::ofstream(scenario) << "network: {shape: [4]}\nnic: {count: 1}\n"
                             "processor: {call_overhead: 1000000 s}\n"
                             "workload: {algorithm: ping_pong, ping_pong_peer: [1], message_size: 100 B}\n";
  for (const char* level : {"cycle", "packet", "flow"}) {
    CAPTURE(level);
    const Arguments common = {
        "run", scenario.string(), "--level", level, "--out", (folder.path() / level).string(), "--quiet", "--set"};
    const auto with = [&common](const char* setting) {
      Arguments arguments = common;
      arguments.emplace_back(setting);
      return arguments;
    };
    CHECK(run_tactus(with("workload.repetitions=2")).status == 0);
    const Outcome outcome = ended_with(3, run_tactus(with("workload.repetitions=20")));
    CHECK_THAT(outcome.err, Contains("/tactus/common/end_of_time"));
  }
}
