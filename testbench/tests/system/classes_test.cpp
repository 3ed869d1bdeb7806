// Classes of messages, in whole machines.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "hw/common/random.h"
#include "rtl/twin/rtl_support.h"
#include "testbench/app/run/level.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/equal_levels.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/system/routed_runs.h"

using namespace tactus;
using namespace tactus::test;
using Catch::Matchers::Contains;
using Json = nlohmann::json;

namespace {

Scenario read(const std::string& text) {
  const ScenarioResult result = read_scenario_text("classes.yaml", text);
  if (const auto* faults = std::get_if<std::vector<Diagnostic>>(&result)) FAIL(format(faults->front()));
  return std::get<Scenario>(result);
}

/// Two jobs on a row of four nodes, each of which fills the link from node 1 to node 2 if it can: the first comes to
/// it from a link, the second from a NIC.
std::string two_on_a_link(const std::string& classes, int first_bytes, int second_bytes) {
  return fmt::format(
      "network: {{shape: [4], wrap: [false]}}\nnic: {{count: 1}}\nclasses: {}\nworkload:\n  jobs:\n"
      "    - {{name: one, algorithm: ring, message_size: {} B, nodes: [0, 2], class: first}}\n"
      "    - {{name: two, algorithm: ring, message_size: {} B, nodes: [1, 3], class: second}}\n",
      classes, first_bytes, second_bytes);
}

/// Packets over the link from node 1 to node 2, in their order: whether of the first job, when, and flits.
struct Crossed {
  bool first = false;
  std::uint64_t granted = 0;
  int flits = 0;
};
std::vector<Crossed> crossed(const RunHistory& run) {
  std::vector<Crossed> list;
  for (const PacketHistory& packet : run.packets) {
    for (const HopRecord& hop : packet.hops) {
      if (hop.node == 1 && hop.out_port == 0) list.push_back({packet.source == 0, hop.cycle, packet.flits});
    }
  }
  std::sort(list.begin(), list.end(), [](const Crossed& a, const Crossed& b) { return a.granted < b.granted; });
  return list;
}

}  // namespace

TEST_CASE("Classes: at a full output two get their shares, within a packet over any window, and no gap is left",
          "[CLASS-4][CLASS-5]") {
  const auto [first, second] = GENERATE(table<int, int>({{3, 1}, {1, 1}, {2, 5}}));
  const std::string classes =
      fmt::format("[{{name: first, virtual_channels: 1, share: {}}}, {{name: second, virtual_channels: 2, share: {}}}]",
                  first, second);
  const RunHistory run = run_level(read(two_on_a_link(classes, 2016 * 120, 2016 * 120)), Level::kPacket);
  REQUIRE(run.violation == "");
  const std::vector<Crossed> all = crossed(run);
  REQUIRE(all.size() == 240);
  // While both have packets: what is left of the one that ends later follows.
  const auto last_of = [&](bool of_first) {
    return static_cast<std::size_t>(
        std::find_if(all.rbegin(), all.rend(), [&](const Crossed& one) { return one.first == of_first; }).base() -
        all.begin());
  };
  const std::size_t both = std::min(last_of(true), last_of(false)) - 1;
  // From the first packet of each on.
  const std::size_t begin = 4;
  double of_first = 0;
  double of_second = 0;
  for (std::size_t i = begin; i < both; ++i) {
    (all[i].first ? of_first : of_second) += all[i].flits;
    CHECK(all[i].granted - all[i - 1].granted == static_cast<std::uint64_t>(all[i - 1].flits));
    CHECK(std::abs(of_first / first - of_second / second) <= 128.0 / first + 128.0 / second + 2);
  }
  CHECK(both > 120);
}

TEST_CASE("Classes: a message of high priority waits for one packet of others at each router, and for no more",
          "[CLASS-3]") {
  const std::string classes = "[{name: first, virtual_channels: 1, priority: 1}, {name: second, virtual_channels: 1}]";
  // The first sends single short packets to and fro, while the second fills the links.
  const auto of = [&](bool beside) {
    Scenario scenario = read(two_on_a_link(classes, 64, 2016 * 60));
    scenario.workload.jobs[0].program.algorithm = "barrier";
    scenario.workload.jobs[0].program.repetitions = 30;
    scenario.workload.jobs[1].enabled = beside;
    const RunHistory run = run_level(scenario, Level::kPacket);
    REQUIRE(run.violation == "");
    std::uint64_t longest = 0;
    for (const PacketHistory& packet : run.packets) {
      if (packet.source % 2 == 0) longest = std::max(longest, packet.delivered - packet.injected);
    }
    return longest;
  };
  const std::uint64_t idle = of(false);
  const std::uint64_t busy = of(true);
  // Three outputs, and at each of them at most the rest of a packet of 128 flits.
  CHECK(busy > idle);
  CHECK(busy <= idle + 3 * 128);
}

TEST_CASE("Classes: one that nobody uses costs nothing, and one alone is a machine without classes", "[CLASS-5]") {
  const std::string program = "workload: {algorithm: a2at, message_size: 5000 B";
  const auto of = [&](const std::string& machine, const std::string& rest) {
    const RunHistory run = run_level(read(machine + program + rest + "}\n"), Level::kPacket);
    REQUIRE(run.violation == "");
    Json result = Json::parse(run.result);
    result.erase("configuration");
    result.erase("classes");
    return result;
  };
  const Json plain = of("router: {virtual_channels: 2}\n", "");
  CHECK(of("classes: [{name: a, virtual_channels: 2, share: 7}]\n", "") == plain);
  const std::string two = "classes: [{name: a, virtual_channels: 2}, {name: b, virtual_channels: 2, priority: 3}]\n";
  CHECK(of(two, "") == plain);
  CHECK(of(two, ", class: a") == plain);
  CHECK(of(two, ", class: b") == plain);
}

TEST_CASE("Classes: cycle and packet level are equal on tori, meshes and graphs, by every routing that has ways there",
          "[CLASS-2][CLASS-4][CLASS-6][EQUAL-1][long]") {
  const auto [network, routing, channels] = GENERATE(table<std::string, std::string, int>({
      {"shape: [4, 4]", "dimension_order", 2},
      {"shape: [4, 3], wrap: [false, true]", "dimension_order", 3},
      {"shape: [4, 4]", "o1turn", 4},
      {"shape: [3, 4]", "valiant", 4},
      {"shape: [4, 4]", "minimal_adaptive", 3},
      {"shape: [4, 4]", "up_down", 1},
      {"shape: [4, 4]", "fault_tolerant", 2},
      {"graph: fat_tree, arity: 2", "up_down", 2},
      {"graph: fat_tree, arity: 2", "minimal", 4},
  }));
  CAPTURE(network, routing);
  const bool graph = network.find("graph") == 0;
  const std::string kind = graph ? "kind: graph, " : "";
  const Scenario scenario =
      read(fmt::format("network: {{{}{}}}\nrouter: {{routing: {}, arbiter: first_come, vc_buffer: 2 KiB}}\n"
                       "classes: [{{name: a, virtual_channels: {}, share: 3}}, {{name: b, virtual_channels: {}}}]\n"
                       "attribution: {{enabled: true}}\n"
                       "workload:\n  ranks_per_node: 2\n  jobs:\n"
                       "    - {{name: one, algorithm: alltoall, method: pairwise, message_size: 3 KiB, class: b, "
                       "ranks: 9, placement: random}}\n"
                       "    - {{name: two, algorithm: ring, message_size: 700 B, class: a, ranks: 4, start: 1 us}}\n"
                       "    - {{name: three, algorithm: permutation, message_size: 9 KiB, repetitions: 3}}\n",
                       kind, network, routing, channels, channels));
  const RunHistory run = require_equal_levels(scenario);
  const Json result = Json::parse(run.result);
  // Figures of the classes are parts of those of the run.
  std::uint64_t packets = 0;
  std::uint64_t hops = 0;
  std::uint64_t bytes = 0;
  double used = 0;
  for (const Json& each : result.at("classes")) {
    packets += each["packets"].get<std::uint64_t>();
    hops += each["flit_hops"].get<std::uint64_t>();
    bytes += each["bytes"].get<std::uint64_t>();
    used += each["link_utilisation"].get<double>();
    CHECK(each["packet_latency_ns"]["mean"] > 0);
  }
  CHECK(packets == result["packets_delivered"]);
  CHECK(hops == result["flit_hops"]);
  CHECK(used == Approx(result["link_utilisation"].get<double>()));
  CHECK(bytes > 0);
}

namespace {

/// Nodes 0 to 7 send in the second class, nodes 8 to 15 in the first.
Scenario two_halves() {
  return read(
      "network: {shape: [4, 4]}\nclasses: [{name: a, virtual_channels: 2}, {name: b, virtual_channels: 3}]\n"
      "workload: {jobs: [{name: one, algorithm: ring, message_size: 3 KiB, class: b, ranks: 8},"
      " {name: two, algorithm: ring, message_size: 1 KiB}]}\n");
}

}  // namespace

TEST_CASE("Classes: with queues for them in the NICs cycle and packet level are equal, and attribution adds up",
          "[CLASS-9][CLASS-10][CLASS-11][CLASS-12][ATTRIBUTION-25][EQUAL-1][key:nic.class_queues]") {
  const auto [nic, pacing] = GENERATE(table<std::string, std::string>({
      {"count: 1", "mode: fixed, gap: 0.5"},
      {"count: 2, outstanding_reads: 2, packet_buffers: 3, dma_rate: 3 GB/s", "mode: hops, bias: 0.5"},
      {"mtu: 512 B, packet_buffers: 1", "mode: off"},
  }));
  CAPTURE(nic, pacing);
  const Scenario scenario = read(fmt::format(
      "network: {{shape: [3, 3]}}\nnic: {{{}, class_queues: true}}\npacing: {{{}}}\nrouter: {{vc_buffer: 2 KiB}}\n"
      "classes: [{{name: a, virtual_channels: 2, share: 3}}, {{name: b, virtual_channels: 2}},"
      " {{name: c, virtual_channels: 2, priority: 1}}]\n"
      "attribution: {{enabled: true, critical_path: true}}\n"
      "workload:\n  ranks_per_node: 3\n  jobs:\n"
      "    - {{name: one, algorithm: alltoall, method: pairwise, message_size: 7 KiB, class: b, ranks: 9, "
      "placement: random}}\n"
      "    - {{name: two, algorithm: allreduce, message_size: 700 B, repetitions: 5, class: c, ranks: 9, "
      "placement: random}}\n"
      "    - {{name: three, algorithm: permutation, message_size: 30 KiB, repetitions: 3}}\n",
      nic, pacing));
  const RunHistory run = require_equal_levels(scenario);
  const Json result = Json::parse(run.result);
  CHECK(result["nic"]["turn_cycles"] > 0);
  for (const Json& each : result["classes"]) CHECK(each["packets"] > 0);
}

TEST_CASE("Classes: a short message behind a long one of its node goes after a packet with queues, and last without",
          "[CLASS-9][CLASS-6][key:nic.class_queues]") {
  const TemporaryFolder folder;
  static_cast<void>(folder.write("messages.txt", "0 1 0 1 MiB class=bulk\n0 1 0 64 B class=control\n"));
  // Cycles from the injection of the first packet to that of the short one.
  const auto waited = [&](bool queues) {
    const Scenario scenario = std::get<Scenario>(read_scenario(folder.write(
        "behind.yaml", fmt::format("network: {{shape: [2], wrap: [false]}}\nnic: {{count: 1, class_queues: {}}}\n"
                                   "classes: [{{name: control, priority: 1}}, {{name: bulk}}]\n"
                                   "workload: {{algorithm: replay, messages: messages.txt}}\n",
                                   queues))));
    const RunHistory run = require_equal_levels(scenario);
    std::uint64_t first = ~std::uint64_t{0};
    std::uint64_t of_short = 0;
    for (const PacketHistory& packet : run.packets) {
      first = std::min(first, packet.injected);
      if (packet.payload_bytes == 64) of_short = packet.injected;
    }
    return of_short - first;
  };
  // 520 packets of 128 flits and one of 258 bytes; or the first of them.
  constexpr std::uint64_t kAll = 520 * 128 + (1024 * 1024 - 520 * 2016 + 32 + 15) / 16;
  CHECK(waited(false) == kAll);
  CHECK(waited(true) == 128);
}

TEST_CASE("Classes: one figure for each, of its own packets", "[RESULT-90]") {
  const RunHistory run = run_level(two_halves(), Level::kPacket);
  REQUIRE(run.violation == "");
  struct Sums {
    std::uint64_t packets = 0;
    std::uint64_t bytes = 0;
    std::uint64_t hops = 0;
    double latency = 0;
  };
  std::array<Sums, 2> sums;
  for (const PacketHistory& packet : run.packets) {
    Sums& of = sums[packet.source < 8 ? 1 : 0];
    ++of.packets;
    of.bytes += packet.payload_bytes;
    of.hops += packet.flits * (packet.hops.size() - 1);
    of.latency += 4.0 * static_cast<double>(packet.delivered - packet.injected);
  }
  const Json classes = Json::parse(run.result).at("classes");
  REQUIRE(classes.size() == 2);
  for (const std::size_t i : {0, 1}) {
    CHECK(classes[i]["name"] == (i == 0 ? "a" : "b"));
    CHECK(classes[i]["packets"] == sums[i].packets);
    CHECK(classes[i]["bytes"] == sums[i].bytes);
    CHECK(classes[i]["flit_hops"] == sums[i].hops);
    CHECK(classes[i]["packet_latency_ns"]["mean"].get<double>() ==
          Approx(sums[i].latency / static_cast<double>(sums[i].packets)));
  }
}

TEST_CASE("Classes: packets never leave the VCs of their class", "[CLASS-1]") {
  const Scenario scenario = two_halves();
  const RunHistory run = run_level(scenario, Level::kCycle);
  REQUIRE(run.violation == "");
  for (const PacketHistory& packet : run.packets) {
    const bool of_b = packet.source < 8;
    for (const HopRecord& hop : packet.hops) CHECK((hop.out_vc >= 2) == of_b);
  }
}

TEST_CASE("Classes: an open loop has one too", "[CLASS-6]") {
  Scenario scenario = read(
      "classes: [{name: a, virtual_channels: 2}, {name: b, virtual_channels: 2}]\n"
      "workload: {algorithm: uniform, load: 0.4, warmup: 0 cycles, measure: 2000 cycles, class: b}\n");
  const Json result = Json::parse(require_equal_levels(scenario).result);
  CHECK(result["classes"][0]["packets"] == 0);
  CHECK(result["classes"][1]["packets"] == result["packets_delivered"]);
}

TEST_CASE("Classes: what is wrong with them, and what does not know them, is said at its key",
          "[CLASS-7][key:classes][key:workload.class]") {
  const std::string two = "classes: [{name: a, virtual_channels: 2}, {name: bulk, virtual_channels: 2}]\n";
  CHECK(reading_faults(two) == "");
  CHECK(read(two).machine.router.virtual_channels == 4);
  CHECK_THAT(reading_faults(two + "router: {virtual_channels: 3}\n"),
             Contains("the classes have 2 + 2 = 4 virtual channels, and router.virtual_channels is 3"));
  const auto with = [&](const std::string& rest) { return reading_faults(two + rest); };
  CHECK_THAT(with("workload: {class: bulc}\n"),
             Contains("workload.class: 'bulc' is no class of the machine, which has a and bulk; did you mean bulk?"));
  CHECK_THAT(with("workload: {jobs: [{name: x, algorithm: barrier, class: no}]}\n"),
             Contains("workload.jobs[0].class: 'no' is no class of the machine"));
  CHECK_THAT(with("workload: {class: a, jobs: [{name: x, algorithm: barrier}]}\n"), Contains("workload.class"));
  CHECK_THAT(reading_faults("workload: {class: a}\n"), Contains("'a': the machine has no classes"));
  CHECK_THAT(reading_faults("nic: {class_queues: true}\n"), Contains("several classes"));
  CHECK_THAT(with("nic: {class_queues: true}\npacing: {mode: phase}\nworkload: {algorithm: a2at}\n"),
             Contains("pacing.mode: phase: software gives an engine the slots of one message at a time"));
  CHECK_THAT(with("router: {switch_hold: flit}\n"), Contains("several classes have turns with whole packets"));
  CHECK_THAT(with("router: {input_transfers: port, input_nomination: oldest}\n"),
             Contains("router.input_nomination: oldest: an input port would nominate packets of all classes"));
  CHECK_THAT(with("pacing: {control: injection_limit}\n"),
             Contains("injection control injection_limit knows no classes"));
  const auto of = [](const std::string& classes) { return reading_faults("classes: [" + classes + "]\n"); };
  CHECK_THAT(of("{name: a, virtual_channels: 2}, {name: a, virtual_channels: 2}"), Contains("classes[1].name: a"));
  CHECK_THAT(of("{name: a b, virtual_channels: 2}"), Contains("a class has a name of letters"));
  CHECK_THAT(of("{name: a, virtual_channels: 0}"), Contains("classes[0].virtual_channels: 0: a class has 1 or more"));
  CHECK_THAT(of("{name: a, virtual_channels: 2, share: 0}"), Contains("classes[0].share: 0: from 1 to 1000"));
  CHECK_THAT(of("{name: a, virtual_channels: 2, priority: 8}"), Contains("classes[0].priority: 8: from 0 to 7"));
  CHECK_THAT(of("{name: a, virtual_channels: 5}, {name: b, virtual_channels: 5}"), Contains("a router has 1 to 8"));
  CHECK_THAT(of("{name: a, virtual_channel: 5}"), Contains("virtual_channels"));
  const Scenario scenario = read(two);
  CHECK_THAT(first_message(level_faults(Level::kFlow, scenario)), Contains("the flow level has no turns at outputs"));
  CHECK_THAT(first_message(rtl_nic_faults(scenario.machine)), Contains("a NIC in RTL (rtl.nics) sends packets of one"));
}

TEST_CASE("Classes: each is proven free of deadlock by itself", "[CLASS-2][key:classes]") {
  const auto of = [](const std::string& channels, const std::string& routing) {
    return reading_faults("router: {routing: " + routing + "}\nclasses: [{name: a, virtual_channels: 2}, {name: b, " +
                          "virtual_channels: " + channels + "}]\n");
  };
  CHECK(of("2", "dimension_order") == "");
  const std::string alone = of("1", "dimension_order");
  CHECK_THAT(alone, Contains("classes[1].virtual_channels: class b: this machine can deadlock; two virtual channels"));
  CHECK_THAT(alone, Contains("VC 2 ->"));
  CHECK_THAT(of("3", "minimal_adaptive"), Contains("classes[0].virtual_channels: class a: minimal_adaptive: needs 2"));
  CHECK_THAT(of("4", "o1turn"), Contains("classes[0].virtual_channels: class a: this machine can deadlock; four"));
  CHECK_THAT(of("2", "table"), Contains("table"));
}

TEST_CASE("Classes: a message of a file has a class of its own, or that of its program",
          "[CLASS-6][FILE-15][EQUAL-1]") {
  const TemporaryFolder folder;
  const auto replayed = [&folder](const std::string& of_program, const std::string& messages) {
    static_cast<void>(folder.write("messages.txt", messages));
    return read_scenario(
        folder.write("replay.yaml", fmt::format("network: {{shape: [4], wrap: [false]}}\nnic: {{count: 1}}\n"
                                                "classes: [{{name: control, priority: 1}}, {{name: bulk}}]\n"
                                                "workload: {{algorithm: replay, messages: messages.txt, class: {}}}\n",
                                                of_program)));
  };
  const std::string messages =
      "0 2 0 20 KiB\n1 3 0 2 KiB class=control\n1 3 1 4 KiB class=bulk\n2 3 0 100 B\n3 0 0 0 B class=control\n";
  const auto packets = [&](const std::string& of_program) {
    const Scenario scenario = std::get<Scenario>(replayed(of_program, messages));
    require_equal_levels(scenario);
    const Json classes = packet_result(scenario)["classes"];
    return std::array{classes[0]["packets"].get<int>(), classes[1]["packets"].get<int>()};
  };
  CHECK(packets("bulk") == std::array{3, 15});
  CHECK(packets("control") == std::array{15, 3});
  const ScenarioResult wrong = replayed("bulk", "0 2 0 20 KiB class=contrl\n");
  REQUIRE(std::holds_alternative<std::vector<Diagnostic>>(wrong));
  const Diagnostic fault = std::get<std::vector<Diagnostic>>(wrong).front();
  CHECK_THAT(fault.message, Contains("'contrl' is no class of the machine, which has control and bulk; did you mean "
                                     "control?"));
  CHECK(fault.column == 20);
}
