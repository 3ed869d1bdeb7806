#include <fmt/core.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "testbench/app/scenario/scenario_reader.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/run_history.h"
#include "testbench/tests/system/checked_run.h"
#include "testbench/tests/system/tactus_process.h"
#include "tlm_models/node/copies/copy_ping_pong.h"

using namespace tactus;
using namespace tactus::literals;
using namespace tactus::test;

namespace {

using Kind = CopyProtocolKind;

Scenario with_cores(int ranks, const AlgorithmName& algorithm, Kind kind) {
  Scenario scenario = scenario_on(2, 2, algorithm);
  scenario.node.copies = CopiesKind::kCores;
  scenario.lone_node.cores.cores = 4;
  scenario.lone_node.cores.threads_per_core = 2;
  scenario.lone_node.copy.kind = kind;
  scenario.workload.ranks_per_node = ranks;
  scenario.workload.message_size = 3000_B;
  return scenario;
}

DatatypeConfig column(std::int64_t rows, std::int64_t stride) {
  return vector_type(rows, 1, stride, basic_type(BasicType::kDouble));
}

void give_datatypes(Scenario& scenario, std::int64_t rows) {
  scenario.lone_node.message.send = column(rows, 20);
  scenario.lone_node.message.receive = column(rows, 33);
  scenario.workload.message_size = Bytes{8 * static_cast<std::uint64_t>(rows)};
}

std::string difference_of_levels(const Scenario& scenario) {
  const RunHistory cycle = run_level(scenario, Level::kCycle);
  CHECK(cycle.violation == "");
  const RunHistory packet = run_level(scenario, Level::kPacket);
  return compare(cycle, packet, {"cycle", "packet"}, scenario.rank_map()).first_difference;
}

Picoseconds end_of_run(const Scenario& scenario) {
  const RunHistory history = run_level(scenario, Level::kPacket);
  CHECK(history.violation == "");
  const double seconds = nlohmann::json::parse(history.result)["simulated_seconds"].get<double>();
  return Picoseconds{static_cast<std::uint64_t>(std::llround(seconds * 1e12))};
}

/// Ranks 0 and 1 of node 0 send each other `messages`, each when it has the last one.
Scenario local_ping_pong(Kind kind, int messages) {
  Scenario scenario = with_cores(2, "replay", kind);
  scenario.workload.call_overhead = Cycles{0};
  scenario.machine.clock = Clock{10_ns};
  scenario.machine.link.bandwidth = BytesPerSecond{1'600'000'000};
  scenario.machine.link.switch_delay = 10_ns;
  scenario.machine.link.cable_delay = 10_ns;
  for (int i = 0; i < messages; ++i) {
    ReplayMessage message;
    message.source = i % 2;
    message.destination = 1 - i % 2;
    message.order = i;
    message.bytes = 4000_B;
    if (i > 0) message.wait_for = {static_cast<std::size_t>(i - 1)};
    scenario.workload.messages.push_back(message);
  }
  return scenario;
}

}  // namespace

TEST_CASE(
    "Cores in the torus: cycle and packet level are equal, by every protocol, with datatypes, on pins and in "
    "regions",
    "[CORE-1][CORE-2][CORE-5][CORE-6][EQUAL-1][EQUAL-2][key:node.copies][key:copy.protocol]") {
  for (const Kind kind : {Kind::kSmRendezvous, Kind::kSmEager, Kind::kPvas, Kind::kCma, Kind::kXpmem}) {
    Scenario scenario = with_cores(4, "ring", kind);
    if (kind != Kind::kCma) give_datatypes(scenario, 120);
    const RunHistory cycle = run_level(scenario, Level::kCycle);
    REQUIRE(cycle.violation == "");
    CHECK(cycle.messages.size() == 16 * 15);
    FabricOptions options;
    options.threading = {2, 0};
    const RunHistory packet = run_level(scenario, Level::kPacket, options);
    CHECK(compare(cycle, packet, {"cycle", "packet"}, scenario.rank_map()).first_difference == "");
    scenario.cycle.nodes = {{1, 1}};
    const RunHistory island = run_level(scenario, Level::kPacket);
    CHECK(compare(cycle, island, {"cycle", "packet with pins"}, scenario.rank_map()).first_difference == "");
  }
}

TEST_CASE("Cores in the torus: the comparison fails for a node whose caches differ a little") {
  Scenario scenario = with_cores(4, "ring", Kind::kPvas);
  give_datatypes(scenario, 120);
  const RunHistory cycle = run_level(scenario, Level::kCycle);
  const auto differs = [&](const Scenario& other) {
    const RunHistory packet = run_level(other, Level::kPacket);
    return compare(cycle, packet, {"cycle", "packet"}, scenario.rank_map()).first_difference != "";
  };
  CHECK_FALSE(differs(scenario));
  Scenario slower = scenario;
  slower.lone_node.cores.memory_latency += Cycles{1};
  CHECK(differs(slower));
  Scenario coarser = scenario;
  coarser.lone_node.cores.quantum = Cycles{5000};
  CHECK(differs(coarser));
}

TEST_CASE("Cores in the torus: butterflies with cancelled receives, noise and random places, alike at both levels",
          "[CORE-4][EQUAL-1]") {
  Scenario butterfly = with_cores(2, "butterfly", Kind::kSmRendezvous);
  give_datatypes(butterfly, 5);
  butterfly.workload.middle_rounds = 2;
  butterfly.workload.final_rounds = 1;
  butterfly.workload.placement = "random";
  butterfly.noise.events.kind = NoiseKind::kPeriodic;
  butterfly.noise.events.period = 20_us;
  butterfly.noise.events.length = 1_us;
  CHECK(difference_of_levels(butterfly) == "");
}

TEST_CASE(
    "Cores in the torus: a message within a node takes what it takes on a node alone, and an edge for each piece "
    "of work",
    "[CORE-1][CORE-3]") {
  for (const Kind kind : {Kind::kSmEager, Kind::kSmartmap, Kind::kPvas, Kind::kSmRendezvous}) {
    CAPTURE(static_cast<int>(kind));
    const Picoseconds ten = end_of_run(local_ping_pong(kind, 10));
    const Picoseconds thirty = end_of_run(local_ping_pong(kind, 30));
    const double measured = static_cast<double>(thirty.count() - ten.count()) / 20;
    CopyPingPongConfig alone;
    const Scenario scenario = local_ping_pong(kind, 2);
    alone.node = scenario.lone_node.cores;
    alone.copy = scenario.lone_node.copy;
    alone.message.send.datatype = alone.message.receive.datatype = contiguous_type(4000, basic_type(BasicType::kByte));
    alone.send_offset = send_buffer_of(0);
    alone.receive_offset = receive_buffer_of(0);
    alone.warm_up = 5;
    const auto expected = static_cast<double>(run_copy_ping_pong(alone).latency.count());
    // At most six pieces of work follow each other, the last of which begins the next message: clocks of 10 ns.
    CHECK(measured >= expected * 0.995);
    CHECK(measured <= expected * 1.005 + 6 * 10'000);
  }
}

TEST_CASE("Cores in the torus: within a node no flit moves, and each message comes once", "[CORE-1]") {
  const std::string faults =
      faults_of_run(local_ping_pong(Kind::kPvas, 10), [&](const FinishedRun& run) -> std::string {
        if (run.summary.messages_delivered != 10) return "not every message came";
        const bool still = run.summary.flits_injected == 0 && run.fabric.movements() == 0;
        return still ? "" : "flits moved";
      });
  CHECK(faults == "");
}

TEST_CASE(
    "Cores in the torus: between nodes data that is not in a row is packed before the doorbell and unpacked "
    "behind the NIC",
    "[CORE-5][CORE-6]") {
  Scenario scenario = with_cores(1, "ping_pong", Kind::kPvas);
  scenario.workload.repetitions = 10;
  // Caches of the latency of an instruction, 4 ns, which is the clock: work begins and ends at edges.
  ManyCoreConfig& cores = scenario.lone_node.cores;
  cores.cycle = 2_ns;
  cores.l1.latency = cores.l2.latency = cores.issue_interval = Cycles{2};
  cores.directory_latency = cores.memory_latency = cores.ring_hop = Cycles{0};
  CopyCosts& costs = scenario.lone_node.copy.costs;
  costs.piece = costs.item = 0;
  constexpr std::uint64_t kRows = 60;
  give_datatypes(scenario, kRows);
  const Picoseconds scattered = end_of_run(scenario);
  scenario.lone_node.message = {};
  const Picoseconds in_a_row = end_of_run(scenario);
  // A buffer, a line of the description, and for each row a stretch with a line read and one written; there and back.
  // A wait that has begun sees the end of unpacking as it saw that of receiving.
  const std::uint64_t instructions = costs.buffer + 1 + kRows * (costs.stretch + 2);
  CHECK(scattered.count() - in_a_row.count() == 10 * 4 * instructions * 4000);
}

TEST_CASE("Cores in the torus: NICs that gather read and write each piece at the memory's rate, and no core packs",
          "[SERVER-6][key:nic.gather]") {
  Scenario scenario = with_cores(1, "ping_pong", Kind::kPvas);
  scenario.workload.repetitions = 10;
  constexpr std::uint64_t kRows = 60;
  give_datatypes(scenario, kRows);
  scenario.node.nic_gathers = true;
  // Pieces of 8 B at 1 GB/s, one after the other: as long as 480 B in a row. With another latency too.
  for (const Picoseconds latency : {0_ns, 40_ns}) {
    scenario.machine.memory = {BytesPerSecond{1'000'000'000}, latency, 1_B};
    Scenario in_a_row = scenario;
    in_a_row.lone_node.message = {};
    CHECK(end_of_run(scenario) == end_of_run(in_a_row));
  }
  // At 6 GB/s each piece takes 1334 ps and not 1333.3: 40 ps in a message, which an edge hides or shows.
  scenario.machine.memory = {BytesPerSecond{6'000'000'000}, 0_ns, 1_B};
  Scenario in_a_row = scenario;
  in_a_row.lone_node.message = {};
  const std::uint64_t longer = end_of_run(scenario).count() - end_of_run(in_a_row).count();
  CHECK(longer <= 10 * 4 * 4000);
  // Memory that moves 64 B for each piece of 8 B: 10 messages there and back of 60 pieces, each read and written.
  scenario.machine.memory = {BytesPerSecond{1'000'000'000}, 0_ns, 64_B};
  const std::uint64_t whole_lines = end_of_run(scenario).count();
  scenario.machine.memory.access = 1_B;
  const std::uint64_t extra = whole_lines - end_of_run(scenario).count();
  const std::uint64_t expected = 2 * 10 * 2 * kRows * 56 * 1000;
  CHECK(extra >= expected - 10 * 4 * 4000);
  CHECK(extra <= expected + 10 * 4 * 4000);
}

TEST_CASE("Cores in the torus: NICs that gather are alike at cycle and packet level, with plain and NUMA memory",
          "[SERVER-6][EQUAL-1][EQUAL-2][key:nic.gather]") {
  for (const NodeKind kind : {NodeKind::kPlain, NodeKind::kNuma}) {
    Scenario scenario = with_cores(4, "ring", Kind::kPvas);
    give_datatypes(scenario, 400);
    scenario.node.kind = kind;
    scenario.node.nic_gathers = true;
    scenario.machine.nic.outstanding_reads = 3;
    scenario.machine.nic.packet_buffers = 4;
    const RunHistory cycle = run_level(scenario, Level::kCycle);
    REQUIRE(cycle.violation == "");
    for (const bool on_pins : {false, true}) {
      if (on_pins) scenario.cycle.nodes = {{0, 1}, {1, 1}};
      const RunHistory packet = run_level(scenario, Level::kPacket);
      CHECK(compare(cycle, packet, {"cycle", "packet"}, scenario.rank_map()).first_difference == "");
    }
  }
}

TEST_CASE("Cores in the torus: the size on the wire is that of the data", "[CORE-5][key:message.send]") {
  Scenario scenario = with_cores(1, "ping_pong", Kind::kPvas);
  give_datatypes(scenario, 60);
  const RunHistory history = run_level(scenario, Level::kPacket);
  REQUIRE(history.packets.size() == 2);
  for (const PacketRecord& packet : history.packets) CHECK(packet.payload_bytes == 480);
}

TEST_CASE("Cores in the torus: torus_4x8.yaml is equal at cycle and packet level, and the flow level refuses it",
          "[CORE-1][key:node.copies]") {
  const std::string scenario = scenario_path("manycore/torus_4x8.yaml");
  const Outcome equal = run_tactus({"compare", scenario, "--levels", "cycle,packet"});
  CAPTURE(equal.out, equal.err);
  CHECK(equal.status == 0);
  const TemporaryFolder folder;
  const Outcome flow = ended_with(2, run_tactus({"run", scenario, "--level", "flow", "--out", folder.path()}));
  CHECK_THAT(flow.err, Contains("torus_4x8.yaml:") && Contains("node.copies: cores: the flow level has no caches"));
}
