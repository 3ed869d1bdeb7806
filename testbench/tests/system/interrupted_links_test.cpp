// Links that are down for a while, or carry packets with errors.
#include <fmt/core.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "rtl/twin/rtl_support.h"
#include "testbench/app/process/own_process.h"
#include "testbench/app/run/level.h"
#include "testbench/app/run/simulation.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/equal_levels.h"
#include "testbench/tests/support/order_ledger.h"
#include "testbench/tests/system/checked_run.h"
#include "testbench/tests/system/routed_runs.h"

using namespace tactus;
using namespace tactus::test;
using Catch::Matchers::Contains;

namespace {

constexpr std::uint64_t kFlits = 128;
constexpr double kNoError = 1e-18;  ///< links check, and find nothing

/// With room for eight packets.
Scenario over_one_cable(int packets) {
  Scenario scenario = stream_over_one_cable(packets);
  scenario.machine.router.vc_buffer = Bytes{8 * 2048};
  return scenario;
}

Picoseconds edge(std::uint64_t cycle) { return MachineConfig{}.clock.edge(Cycles{cycle}); }

}  // namespace

TEST_CASE("Outages: what is on the wire begins anew behind them, what has left before does not",
          "[LINK-3][LINK-5][key:faults.outages]") {
  Scenario scenario = over_one_cable(1);
  const RunHistory whole = require_equal_levels(scenario);
  const PacketHistory& packet = whole.packets.front();
  const std::uint64_t grant = packet.hops.front().cycle;
  // On the wire in cycles grant + 1 to grant + 128.
  struct Case {
    std::uint64_t first;
    std::uint64_t end;
    std::uint64_t later;
  };
  const std::vector<Case> cases = {{1, grant + 1, 0},
                                   {1, grant + 2, 1},
                                   {grant + 50, grant + 60, 59},
                                   {grant + kFlits, grant + kFlits + 1, kFlits},
                                   {grant + kFlits + 1, grant + 9999, 0}};
  for (const Case& each : cases) {
    CAPTURE(grant, each.first, each.end);
    scenario.machine.faults.outages = {{{{{{1, 0}, {0, 0}}}}, edge(each.first), edge(each.end)}};
    const RunHistory run = require_equal_levels(scenario);
    CHECK(run.packets.front().delivered == packet.delivered + each.later);
  }
}

TEST_CASE("Outages: an exchange that stands still behind a cable goes on when the cable does",
          "[LINK-3][LINK-5][EQUAL-1][EQUAL-2][key:faults.outages]") {
  Scenario scenario = routed_exchange({4, 3}, 2, "dimension_order");
  const double whole = seconds_of(require_equal_levels(scenario));
  // Longer than the watchdog waits for something to move.
  scenario.run.watchdog = edge(2000);
  scenario.machine.faults.outages = {{{{{{0, 0}, {1, 0}}, {{2, 2}, {2, 1}}}}, edge(1000), edge(50'000)},
                                     {{{{{0, 0}, {1, 0}}}}, edge(50'100), edge(50'101)}};
  const RunHistory run = require_equal_levels(scenario);
  CHECK(seconds_of(run) > whole + 100e-6);
  scenario.cycle.nodes = {{0, 0}, {3, 1}};
  FabricOptions options;
  options.threading = {2, 0};
  const RunHistory island = run_level(scenario, Level::kPacket, options);
  CHECK(island.violation == "");
  CHECK(seconds_of(island) == seconds_of(run));
}

TEST_CASE("Bit errors: every packet comes once and in order, at both levels alike, later with more errors",
          "[LINK-4][LINK-6][LINK-8][EQUAL-1][key:faults.bit_error_rate][key:faults.retry_delay]") {
  Scenario scenario = over_one_cable(60);
  double before = seconds_of(require_equal_levels(scenario));
  for (const double rate : {1e-6, 2e-5}) {
    scenario.machine.faults.bit_error_rate = rate;
    const RunHistory run = require_equal_levels(scenario);
    REQUIRE(run.packets.size() == 60);
    for (std::size_t i = 1; i < run.packets.size(); ++i) {
      CHECK(run.packets[i].delivered >= run.packets[i - 1].delivered + kFlits);
    }
    CHECK(seconds_of(run) > before);
    before = seconds_of(run);
  }
  scenario.machine.faults.seed = 7;
  CHECK(seconds_of(require_equal_levels(scenario)) != before);
  scenario = routed_exchange({4, 3}, 4, "minimal_adaptive");
  scenario.machine.faults.bit_error_rate = 1e-5;
  require_equal_levels(scenario);
}

TEST_CASE("Bit errors: a link without any holds every packet until its last flit is checked, and no longer",
          "[LINK-6][LINK-8][TOTAL-6][EQUAL-1]") {
  Scenario scenario = over_one_cable(20);
  const RunHistory whole = require_equal_levels(scenario);
  scenario.machine.faults.bit_error_rate = kNoError;
  const RunHistory checked = require_equal_levels(scenario);
  for (std::size_t i = 0; i < 20; ++i) CHECK(checked.packets[i].delivered == whole.packets[i].delivered + kFlits);
}

TEST_CASE(
    "Bit errors: the result tells repetitions, as many at both levels as packets are late, and none without errors",
    "[LINK-8][RESULT-79][RESULT-94][EQUAL-1]") {
  Scenario scenario = over_one_cable(60);
  CHECK(nlohmann::json::parse(require_equal_levels(scenario).result).count("link_repetitions") == 0);
  scenario.machine.faults.bit_error_rate = kNoError;
  const std::uint64_t without = require_equal_levels(scenario).packets.back().delivered;
  scenario.machine.faults.bit_error_rate = 2e-5;
  const RunHistory run = require_equal_levels(scenario);
  // Each attempt in vain takes 128 cycles, twice the link's 22, and a retry delay of 25.
  constexpr std::uint64_t kAttempt = kFlits + 2 * 22 + 25;
  const std::uint64_t late = run.packets.back().delivered - without;
  REQUIRE(late > 0);
  CHECK(late % kAttempt == 0);
  for (const Level level : {Level::kCycle, Level::kPacket}) {
    const auto result = nlohmann::json::parse(run_level(scenario, level).result);
    CHECK(result["link_repetitions"] == late / kAttempt);
    CHECK(result["link_retries"]["links"][0]["link"] == "(0,0) plus_x");
    CHECK(result["link_retries"]["links"][0]["repetitions"] == late / kAttempt);
    CHECK(result["link_retries"]["discarded_flits"] > kFlits * (late / kAttempt));
  }
}

TEST_CASE("Bit errors: figures of links on pins, beside pins and on several threads are those of packet level",
          "[LINK-6][RESULT-79][RESULT-94][EQUAL-1][EQUAL-2]") {
  Scenario scenario = routed_exchange({4, 3}, 4, "dimension_order");
  scenario.machine.faults.bit_error_rate = 1e-5;
  scenario.machine.faults.replay_buffer = kFlitBytes * 150;
  const auto whole = nlohmann::json::parse(require_equal_levels(scenario).result);
  CHECK(whole["link_repetitions"] > 10);
  CHECK(whole["link_retries"]["full_cycles"] > 1000);
  scenario.cycle.nodes = {{0, 0}, {1, 0}, {3, 1}};
  FabricOptions options;
  options.threading = {2, 0};
  const RunHistory island = run_level(scenario, Level::kPacket, options);
  CHECK(island.violation == "");
  const auto result = nlohmann::json::parse(island.result);
  for (const char* figure : {"simulated_seconds", "link_repetitions", "link_retries"}) {
    CHECK(result[figure] == whole[figure]);
  }
}

TEST_CASE("Bit errors: a run that is cut short tells what links have repeated by then, at both levels",
          "[RESULT-79][RESULT-94][EQUAL-1]") {
  Scenario scenario = scenario_on(3, 3, "uniform");
  scenario.machine.faults.bit_error_rate = 3e-5;
  scenario.workload.load = 0.3;
  scenario.workload.warmup = scenario.workload.drain = Cycles{0};
  std::uint64_t repetitions = 0;
  for (const std::uint64_t end : {600U, 777U, 1001U, 2500U}) {
    scenario.workload.measure = Cycles{end};
    repetitions +=
        nlohmann::json::parse(require_equal_levels(scenario).result)["link_repetitions"].get<std::uint64_t>();
  }
  CHECK(repetitions > 5);
}

TEST_CASE("Bit errors: slow links and outages are matters of the sender, and hold no output", "[LINK-10][EQUAL-1]") {
  Scenario scenario = routed_exchange({4, 3}, 2, "dimension_order");
  scenario.machine.faults.bit_error_rate = 1e-5;
  scenario.machine.faults.outages = {{{{{{0, 0}, {1, 0}}, {{2, 2}, {2, 1}}}}, edge(1000), edge(5000)}};
  LinkOverride slow;
  slow.dimension = 1;
  slow.bandwidth = BytesPerSecond{scenario.machine.link.bandwidth.count() / 3};
  scenario.machine.link.overrides = {slow};
  require_equal_levels(scenario);
  // What waits for the cable stands in the replay buffer: its output is free, and another packet could go.
  scenario = over_one_cable(1);
  scenario.machine.faults.bit_error_rate = kNoError;
  const PacketHistory before = require_equal_levels(scenario).packets.front();
  const std::uint64_t grant = before.hops.front().cycle;
  scenario.machine.faults.outages = {{{{{{1, 0}, {0, 0}}}}, edge(1), edge(grant + 1000)}};
  const PacketHistory packet = require_equal_levels(scenario).packets.front();
  CHECK(packet.hops.front().cycle == grant);
  // On the wire from cycle grant + 2 on.
  CHECK(packet.delivered == before.delivered + 1000 - 2);
}

TEST_CASE("Bit errors: full replay buffers hold outputs and no packet for ever, whatever the policies",
          "[LINK-9][EQUAL-1][key:faults.replay_buffer]") {
  for (const char* routing : {"dimension_order", "minimal_adaptive"}) {
    Scenario scenario = routed_exchange({3, 3}, 3, routing);
    scenario.machine.faults.bit_error_rate = 2e-5;
    scenario.machine.faults.replay_buffer = kFlitBytes * 128;
    const double least = seconds_of(require_equal_levels(scenario));
    scenario.machine.faults.replay_buffer.reset();
    CHECK(seconds_of(require_equal_levels(scenario)) < least);
  }
}

TEST_CASE("OrderLedger: a packet that comes out of order, twice or without having been sent is told") {
  const MachineConfig machine;
  OrderLedger ledger(machine);
  const auto packet = [](std::uint32_t cycle, Coordinate to) {
    PacketHeader header;
    header.route.destination = to;
    header.route.inject_cycle = cycle;
    return header;
  };
  for (const std::uint32_t cycle : {10U, 20U, 30U}) ledger.packet_injected(packet(cycle, {1, 0}), Cycles{cycle});
  ledger.packet_injected(packet(15, {2, 0}), Cycles{15});
  ledger.packet_delivered(packet(15, {2, 0}), Cycles{100});  // on a way of its own
  ledger.packet_delivered(packet(10, {1, 0}), Cycles{101});
  CHECK(ledger.out_of_order() == 0);
  ledger.packet_delivered(packet(30, {1, 0}), Cycles{102});
  CHECK(ledger.out_of_order() == 1);
  ledger.packet_delivered(packet(10, {1, 0}), Cycles{103});
  ledger.packet_delivered(packet(10, {3, 3}), Cycles{104});
  CHECK(ledger.out_of_order() == 3);
  CHECK((ledger.injected() == 4 && ledger.delivered() == 5));
}

TEST_CASE("Bit errors: a hundred thousand packets come once and in order, repeated as often as their bits are wrong",
          "[LINK-4][LINK-6][LINK-7][RESULT-79]") {
  constexpr std::uint64_t kMessages = 25;
  constexpr std::uint64_t kPackets = 63 * 64 * kMessages;  // of an exchange, each a whole one
  Scenario scenario = scenario_on(8, 8, "a2at");
  scenario.machine.faults.bit_error_rate = 1e-6;
  scenario.workload.message_size = scenario.machine.max_payload() * kMessages;
  const std::string faults = in_own_process([&] {
    Simulation simulation(scenario, at_level(Level::kPacket));
    OrderLedger ledger(scenario.machine);
    simulation.also_observe(&ledger);
    const RunSummary summary = simulation.run();
    const ExpectedRepetitions expected(1e-6, kFlits, static_cast<double>(summary.packet_hops));
    const double repeated = static_cast<double>(summary.link_repetitions.value_or(0));
    std::string told;
    if (ledger.injected() != kPackets || ledger.delivered() != kPackets) told += "packets are missing\n";
    if (ledger.out_of_order() != 0) told += "packets are out of order, or came twice\n";
    if (summary.flit_hops != kFlits * summary.packet_hops) told += "packets of another size\n";
    if (std::abs(repeated - expected.mean) > 5 * expected.deviation) {
      told += fmt::format("{} repetitions, expected {} +- {}\n", repeated, expected.mean, expected.deviation);
    }
    return told;
  });
  CHECK(faults == "");
}

TEST_CASE("Interrupted links: what cannot be is said at its key",
          "[LINK-3][LINK-4][key:faults.outages][key:faults.bit_error_rate][key:faults.replay_buffer]") {
  const auto outage = [](const std::string& rest, const std::string& more = "") {
    return reading_faults("faults: {outages: [{cables: [[[0, 0], [1, 0]]], " + rest + "}]}\n" + more);
  };
  CHECK(outage("from: 1 us, until: 2 us") == "");
  CHECK_THAT(outage("from: 2 us, until: 2 us"), Contains("faults.outages[0].until: 2 us: must be after `from`, 2 us"));
  CHECK_THAT(outage("until: 10 s"), Contains("10 s: an outage lasts less than 4.29 s (1073741824 cycles)"));
  CHECK_THAT(outage("from: 1 us, untill: 2 us"), Contains("until"));
  CHECK_THAT(outage("from: 1 us, until: 2 us", "router: {switch_hold: flit}\n"),
             Contains("faults.outages: links repeat whole packets"));
  CHECK_THAT(outage("from: 1 us, until: 2 us", "rtl: {routers: all}\n"), Contains("does not wait for its links"));
  CHECK_THAT(reading_faults("faults: {outages: [{from: 1 us, until: 2 us}]}\n"), Contains("give cables"));
  CHECK_THAT(reading_faults("faults: {outages: [{cables: [[[0, 0], [2, 2]]], from: 1 us, until: 2 us}]}\n"),
             Contains("no cable joins (0,0) and (2,2)"));
  CHECK_THAT(reading_faults("router: {routing: up_down}\nfaults: {cables: [[[0, 0], [1, 0]]],\n"
                            "  outages: [{cables: [[[0, 0], [1, 0]]], from: 1 us, until: 2 us}]}\n"),
             Contains("is named twice, first by faults.cables"));
  CHECK_THAT(reading_faults("faults: {bit_error_rate: 1e-3}\n"),
             Contains("faults.bit_error_rate: 0.001: with packets of 2048 B (nic.mtu) from 0 to 3.1e-05"));
  CHECK_THAT(reading_faults("faults: {bit_error_rate: -1}\n"), Contains("bit_error_rate"));
  const auto buffer = [](const std::string& size, const std::string& rate = "1e-6") {
    return reading_faults("faults: {bit_error_rate: " + rate + ", replay_buffer: " + size + "}\n");
  };
  CHECK(buffer("2 KiB") == "");
  CHECK(buffer("by_link") == "");
  CHECK_THAT(buffer("2032 B"), Contains("faults.replay_buffer: 2032 B cannot keep a packet of 2048 B, the largest"));
  CHECK_THAT(buffer("2050 B"), Contains("is not a whole number of 16 B flits"));
  CHECK_THAT(buffer("2 MiB"), Contains("at most 1 MiB"));
  CHECK_THAT(buffer("4 KiB", "0"), Contains("faults.bit_error_rate above 0"));
  Scenario scenario = over_one_cable(1);
  scenario.machine.faults.bit_error_rate = 1e-6;
  CHECK_THAT(first_message(level_faults(Level::kFlow, scenario)), Contains("links of the flow level are never"));
}
