// Machines of which some links have a bandwidth or a delay of their own.
#include <nlohmann/json.hpp>

#include "rtl/twin/rtl_support.h"
#include "testbench/app/run/level.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/equal_levels.h"
#include "testbench/tests/system/routed_runs.h"

using namespace tactus;
using namespace tactus::test;
using Catch::Matchers::Contains;

namespace {

constexpr std::uint64_t kPipeline = 4;  // RC, VA, SA, ST
constexpr std::uint64_t kLength = 128;

/// One message of `packets` whole packets from (0,0) over two links to (2,0), of which the second has the cable.
Scenario over_second_cable(int packets, const LinkOverride& entry) {
  Scenario scenario = scenario_on(4, 4, "replay");
  ReplayMessage message;
  message.destination = 2;
  message.bytes = scenario.machine.max_payload() * static_cast<std::uint64_t>(packets);
  scenario.workload.messages = {message};
  scenario.machine.link.overrides = {entry};
  return scenario;
}

LinkOverride second_cable(std::uint64_t megabytes_per_second) {
  LinkOverride entry;
  entry.cables = {{{2, 0}, {1, 0}}};
  entry.bandwidth = BytesPerSecond{megabytes_per_second * 1'000'000};
  return entry;
}

}  // namespace

TEST_CASE("Slow links: a packet needs L * B / b cycles instead of L, rounded up, and a link's own delay",
          "[LINK-1][LINK-2][key:link.overrides]") {
  // Of 4,000 MB/s: 128 flits take 256, 170 2/3, 512.5 and 131,072 cycles.
  const std::vector<std::pair<std::uint64_t, std::uint64_t>> rates = {
      {2000, 256}, {3000, 171}, {999, 513}, {4, 128'000}};
  for (const auto& [rate, cycles] : rates) {
    CAPTURE(rate);
    LinkOverride entry = second_cable(rate);
    entry.cable_delay = Picoseconds{122'000};  // 78 ns + 122 ns are 50 cycles
    const RunHistory run = require_equal_levels(over_second_cable(1, entry));
    REQUIRE(run.packets.size() == 1);
    const std::uint64_t links = kPipeline + 22 + kPipeline + 50;
    CHECK(run.packets.front().delivered - run.packets.front().injected == links + kLength + 4 + (cycles - kLength));
  }
}

TEST_CASE("Slow links: packets come behind one another at the rate of the slowest link",
          "[LINK-2][key:link.overrides]") {
  constexpr std::uint64_t kPackets = 12;
  Scenario scenario = over_second_cable(kPackets, second_cable(3000));
  scenario.machine.router.vc_buffer = Bytes{8 * 2048};
  const RunHistory run = require_equal_levels(scenario);
  REQUIRE(run.packets.size() == kPackets);
  for (std::size_t i = 1; i < kPackets; ++i) CHECK(run.packets[i].delivered - run.packets[i - 1].delivered == 171);
}

TEST_CASE("Slow links: a dimension, its cables but one, and an exchange that meets all of them",
          "[LINK-1][LINK-2][EQUAL-1][EQUAL-2][key:link.overrides]") {
  Scenario scenario = routed_exchange({4, 3}, 4, "dimension_order");
  const auto seconds = [](const RunHistory& run) {
    return nlohmann::json::parse(run.result)["simulated_seconds"].get<double>();
  };
  const double even = seconds(require_equal_levels(scenario));
  LinkOverride column;
  column.dimension = 1;
  column.bandwidth = BytesPerSecond{2'500'000'000};
  column.cable_delay = Picoseconds{31'000};
  LinkOverride faster;
  faster.cables = {{{3, 0}, {3, 1}}};
  faster.bandwidth = scenario.machine.link.bandwidth;
  scenario.machine.link.overrides = {column, faster};
  CHECK(scenario.machine.link_speed({3, 1}, Direction::kMinusY).stretch(kLength) == 0);
  CHECK(scenario.machine.link_speed({3, 1}, Direction::kMinusY).delay == 28);
  CHECK(scenario.machine.link_speed({3, 1}, Direction::kPlusY).stretch(kLength) == 77);
  const double slow = seconds(require_equal_levels(scenario));
  CHECK(slow > 1.1 * even);
  scenario.cycle.nodes = {{0, 0}, {3, 1}};
  FabricOptions options;
  options.threading = {2, 0};
  const RunHistory island = run_level(scenario, Level::kPacket, options);
  CHECK(island.violation == "");
  CHECK(seconds(island) == slow);
}

TEST_CASE("Slow links: routes, adaptive or not, bring every packet to its place at both levels alike",
          "[LINK-2][EQUAL-1][key:link.overrides]") {
  const char* routing = GENERATE("minimal_adaptive", "ugal", "fault_tolerant", "valiant");
  Scenario scenario = routed_exchange({4, 3}, 4, routing);
  scenario.machine.link.overrides = {second_cable(1000)};
  require_equal_levels(scenario);
}

TEST_CASE("Slow links: what cannot be is said at its key", "[LINK-2][key:link.overrides]") {
  const auto faults = [](const std::string& entries, const std::string& rest = "") {
    return reading_faults("link: {overrides: [" + entries + "]}\n" + rest);
  };
  const std::string cable = "cables: [[[0, 0], [1, 0]]]";
  CHECK(faults("{" + cable + ", bandwidth: 2 GB/s}, {dimension: 1, cable_delay: 20 ns}") == "");
  CHECK_THAT(faults("{bandwidth: 2 GB/s}"),
             Contains("link.overrides[0]: an override is for cables or for a dimension"));
  CHECK_THAT(faults("{" + cable + ", dimension: 0, bandwidth: 2 GB/s}"), Contains("give one of these keys"));
  CHECK_THAT(faults("{" + cable + "}"), Contains("nothing is overridden: give bandwidth or cable_delay"));
  CHECK_THAT(faults("{dimension: 2, bandwidth: 2 GB/s}"), Contains("overrides[0].dimension: 2: the network has"));
  CHECK_THAT(faults("{dimension: 1, bandwidth: 2 GB/s}, {dimension: 1, cable_delay: 1 ns}"),
             Contains("overrides[1].dimension: dimension 1 is overridden twice"));
  CHECK_THAT(faults("{" + cable + ", bandwidth: 5 GB/s}"), Contains("overrides[0].bandwidth: 5 GB/s: a router gives"));
  CHECK_THAT(faults("{" + cable + ", bandwidth: 1 MB/s}"), Contains("1/1024 of link.bandwidth"));
  CHECK_THAT(faults("{" + cable + ", bandwith: 2 GB/s}"), Contains("bandwidth"));
  CHECK_THAT(faults("{cables: [[[0, 0], [2, 0]]], bandwidth: 2 GB/s}"), Contains("no cable joins (0,0) and (2,0)"));
  CHECK_THAT(faults("{" + cable + ", bandwidth: 2 GB/s}, {cables: [[[1, 0], [0, 0]]], cable_delay: 1 ns}"),
             Contains("is named twice, first by link.overrides[0].cables"));
  CHECK_THAT(faults("{" + cable + ", bandwidth: 2 GB/s}",
                    "faults: {cables: [[[0, 0], [1, 0]]]}\nrouter: {routing: up_down}\n"),
             Contains("is named twice, first by faults.cables"));
  CHECK_THAT(faults("{" + cable + ", bandwidth: 2 GB/s}", "router: {switch_hold: flit}\n"),
             Contains("use router.switch_hold: packet"));
  CHECK_THAT(faults("{" + cable + ", bandwidth: 2 GB/s}", "rtl: {routers: all}\n"),
             Contains("link.overrides: bandwidth: a router in RTL"));
  CHECK_THAT(faults("{dimension: 0, cable_delay: 0 ns}", ""), !Contains("at least one cycle"));
  CHECK_THAT(reading_faults("link: {switch_delay: 0 ns, overrides: [{dimension: 0, cable_delay: 0 ns}]}\n"),
             Contains("a link takes at least one cycle"));
  CHECK(level_faults(Level::kFlow, over_second_cable(1, second_cable(2000))).empty());
}
