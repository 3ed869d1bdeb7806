#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "hw/link/packet_number.h"
#include "hw/router/dependency_graph.h"
#include "testbench/app/process/own_process.h"
#include "testbench/app/results/result_json.h"
#include "testbench/app/run/level.h"
#include "testbench/app/run/simulation.h"
#include "testbench/app/scenario/scenario_keys.h"
#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/policies.h"

using namespace tactus;

namespace {

constexpr int kMachines = 60;
constexpr int kMostNodes = 90;

std::uint64_t count(int value) { return static_cast<std::uint64_t>(value); }

/// Rings and rows of up to six dimensions.
NetworkShape random_network(Dice& dice, int dimensions) {
  NetworkShape network{};
  do {
    network.sizes = {};
    for (int d = 0; d < dimensions; ++d)
      network.sizes.push_back(dice.between(2, dimensions == 1 ? 20 : dimensions > 4 ? 3 : 6));
  } while (network.nodes() > kMostNodes);
  const int kind = dice.below(3);  // a torus, a mesh, or both
  for (int d = 0; d < dimensions; ++d) network.wrap.push_back(kind == 0 || (kind == 2 && dice.chance(50)));
  return network;
}

/// Switches held per packet, of which whatever there is can be said.
void fill_router(Dice& dice, MachineConfig& machine) {
  RouterConfig& router = machine.router;
  router.arbiter = test::policy_at<ArbiterKind>(dice.below(test::policy_count<ArbiterKind>()));
  router.input_queue = static_cast<InputQueueKind>(dice.below(2));
  router.input_transfers = static_cast<InputTransfers>(dice.below(3));
  if (router.input_transfers == InputTransfers::kPort && dice.chance(50)) {
    router.input_nomination = test::other_policy_at<NominationKind>("any", machine.network.nodes());
  }
  router.tie_break = test::policy_at<TieBreakKind>(dice.below(test::policy_count<TieBreakKind>()));
  if (dice.chance(30)) router.turnaround = Cycles{count(dice.between(1, 5))};
  router.vc_buffer = kFlitBytes * count(machine.max_packet_flits() * dice.between(1, 3));
  do {
    router.virtual_channels = dice.between(1, std::min(4, kMaxInputVcs / machine.ports().count()));
    router.dateline = test::policy_at<DatelineKind>(dice.below(test::policy_count<DatelineKind>()));
  } while (find_dependency_cycle(machine));
}

/// The links of a dimension are slower in some cases. From a copy of the dice: other draws are as without.
void slow_down(Dice dice, MachineConfig& machine) {
  if (!dice.chance(40)) return;
  LinkOverride& entry = machine.link.overrides.emplace_back();
  entry.dimension = dice.below(machine.network.dimensions());
  entry.bandwidth = BytesPerSecond{machine.link.bandwidth.count() / count(dice.between(2, 7))};
}

/// Messages that come together at some nodes, several packets each.
std::vector<ReplayMessage> random_messages(Dice& dice, int ranks) {
  std::vector<ReplayMessage> messages;
  const bool hot = dice.chance(40);
  for (int i = dice.between(40, 200); i > 0; --i) {
    ReplayMessage message;
    message.source = dice.below(ranks);
    message.destination = (message.source + dice.between(1, ranks - 1)) % ranks;
    if (hot && message.source != 0) message.destination = 0;
    message.bytes = Bytes{count(dice.below(8000))};
    message.delay = Cycles{count(dice.below(100))};
    messages.push_back(message);
  }
  return messages;
}

/// A machine of `dimensions` dimensions, one to eight NICs and any router, and traffic that has to wait.
Scenario random_shape(std::uint64_t seed) {
  Dice dice(seed);
  Scenario scenario;
  scenario.name = "shape_" + std::to_string(seed);
  scenario.seed = seed;
  MachineConfig& machine = scenario.machine;
  machine.network = random_network(dice, static_cast<int>(seed % kMaxDimensions) + 1);
  if (dice.chance(85)) machine.nic.count = dice.between(1, kMaxNics);
  machine.nic.mtu = Bytes{count(dice.between(4, 128) * 16)};
  machine.nic.receive_buffer = kFlitBytes * count(machine.max_packet_flits() * dice.between(1, 3));
  machine.link.switch_delay = machine.clock.edge(Cycles{count(dice.between(1, 25))});
  DimensionList<Picoseconds> cables;
  const int delays = dice.chance(50) ? machine.network.dimensions() : 1;
  for (int i = 0; i < delays; ++i) cables.push_back(machine.clock.edge(Cycles{count(dice.below(15))}));
  machine.link.cable_delay = cables;
  slow_down(dice, machine);
  fill_router(dice, machine);
  if (dice.chance(30)) scenario.pacing.mode = "hops";
  WorkloadConfig& workload = scenario.workload;
  const std::vector<AlgorithmName> algorithms = {"replay", "replay", "a2at", "uniform"};
  workload.algorithm = algorithms[static_cast<std::size_t>(dice.below(4))];
  workload.message_size = Bytes{count(dice.between(1, 2000))};
  if (workload.algorithm == "replay") workload.messages = random_messages(dice, machine.network.nodes());
  if (is_open_loop(workload.algorithm)) {
    workload.engines = dice.between(1, machine.nics());
    workload.load = dice.between(100, 1000) / 1000.0;
    workload.packet_size = Bytes{count(dice.between(32, static_cast<int>(machine.nic.mtu.count())))};
    workload.warmup = Cycles{200};
    workload.measure = Cycles{1000};
    workload.drain = Cycles{1000};
  }
  scenario.run.attribution = {true, !is_open_loop(workload.algorithm)};
  return scenario;
}

std::string differs(const std::string& what, std::uint64_t actual, std::uint64_t expected) {
  return actual == expected ? "" : fmt::format("{}: {}, not {}\n", what, actual, expected);
}

/// What is wrong with the parts of a packet: by the places of its ends alone, and its length.
std::string faults_of(const SplitPacket& packet, const MachineConfig& machine) {
  const NetworkShape& network = machine.network;
  const std::uint64_t hops = count(network.hops(packet.header.source, packet.header.destination));
  std::uint64_t on_links = 0;
  std::uint64_t serialization = packet.header.flits - 1U;
  for (int d = 0; d < network.dimensions(); ++d) {
    const int distance = network.distance(d, packet.header.source[d], packet.header.destination[d]);
    on_links += count(distance) * machine.link_delay(d).count();
    serialization += count(distance) * machine.link_speed(d).stretch(packet.header.flits);
  }
  return differs("sum", packet.split.sum(), (packet.written - packet.created).count()) +
         differs("pipeline", packet.split[LatencyPart::kPipeline], 4 * (hops + 1) + 1) +
         differs("link", packet.split[LatencyPart::kLink], on_links) +
         differs("serialization", packet.split[LatencyPart::kSerialization], serialization);
}

/// What is wrong with the life that is told of `packet`.
std::string faults_of_life(const PacketLife& life, const SplitPacket& packet) {
  LatencySplit sums;
  std::uint64_t at = packet.created.count();
  std::string faults;
  for (const LifePiece& piece : life.pieces) {
    faults += differs("begin of a piece", piece.begin, at);
    sums[piece.part] += piece.end - piece.begin;
    at = piece.end;
  }
  if (!(sums == packet.split)) faults += "pieces are not the parts\n";
  return faults + differs("end of the last piece", at, packet.written.count());
}

/// What is wrong with what was found of a focus, beside all packets.
std::string faults_of_focus(const FocusRecorder::Found& found, const std::vector<SplitPacket>& packets,
                            const MachineConfig& machine) {
  SplitSum expected;
  const SplitPacket* slowest = nullptr;
  const auto latency = [](const SplitPacket& packet) { return (packet.written - packet.created).count(); };
  const auto number = [&](const SplitPacket& packet) { return packet_number(machine, packet.header); };
  for (const SplitPacket& packet : packets) {
    const int from = machine.network.node(packet.header.source);
    const int to = machine.network.node(packet.header.destination);
    const bool out = from == found.focus.node;
    const bool is_asked = found.focus.kind == Focus::Kind::kSource        ? out
                          : found.focus.kind == Focus::Kind::kDestination ? to == found.focus.node
                                                                          : out && to == found.focus.other;
    if (!is_asked) continue;
    expected.add(packet.split);
    const bool later = slowest == nullptr || latency(packet) > latency(*slowest);
    const bool lower = !later && latency(packet) == latency(*slowest) && number(packet) < number(*slowest);
    if (later || lower) slowest = &packet;
  }
  std::string faults = differs("packets of a focus", found.total.count, expected.count);
  if (!(found.total.time == expected.time)) faults += "sums of a focus are wrong\n";
  if ((slowest != nullptr) != found.slowest.has_value()) return faults + "it has a slowest packet, or none\n";
  if (slowest == nullptr) return faults;
  return faults + differs("slowest packet", found.slowest->packet, number(*slowest)) +
         faults_of_life(*found.slowest, *slowest);
}

/// What runs of a scenario at different levels have to agree about, and what is wrong with one of them.
struct LevelOutcome {
  std::string faults;
  std::string splits;  ///< of all packets and sums
};

LevelOutcome outcome_of(const Scenario& scenario, Level level) {
  const std::string text = in_own_process([&] {
    const NetworkShape& network = scenario.machine.network;
    std::string faults;
    LatencySplit sums;
    std::vector<std::string> packets;
    SimulationOptions options;
    options.level = level;
    std::vector<SplitPacket> all;
    options.focus = {{Focus::Kind::kSource, 0}, {Focus::Kind::kDestination, 0}, {Focus::Kind::kPair, 1, 0}};
    options.focus_report = [&](const FocusRecorder& focus) {
      for (const auto& found : focus.found()) faults += faults_of_focus(found, all, scenario.machine);
    };
    options.split_report = [&](const SplitPacket& packet) {
      all.push_back(packet);
      faults += faults_of(packet, scenario.machine);
      sums += packet.split;
      packets.push_back(fmt::format("{}.{} {}", network.node(packet.header.source), packet.header.source_nic,
                                    packet.header.inject_cycle));
      for (const std::uint64_t part : packet.split.of_part) packets.back() += fmt::format(" {}", part);
    };
    Simulation simulation(scenario, options);
    const RunSummary summary = simulation.run();
    faults += differs("packets", summary.attribution->total.count, packets.size());
    if (!(summary.attribution->total.time == sums)) faults += "sums are not those of the packets\n";
    if (summary.critical_path) {
      const std::uint64_t end = scenario.machine.clock.cycle_at(summary.simulated).count();
      faults += differs("critical path", summary.critical_path->parts.sum(), end);
    }
    std::sort(packets.begin(), packets.end());
    const nlohmann::ordered_json json = to_json(summary);
    packets.push_back(json["attribution"].dump());
    packets.push_back(json["focus"].dump());
    if (summary.critical_path) packets.push_back(json["critical_path"].dump());
    return nlohmann::json({faults.substr(0, 1000), packets}).dump();
  });
  const nlohmann::json parsed = nlohmann::json::parse(text);
  return {parsed[0], parsed[1].dump()};
}

/// Bubble flow control, with buffers in which two packets have room, and a third one now and then.
void use_bubble(Scenario& scenario) {
  RouterConfig& router = scenario.machine.router;
  router.flow_control = FlowControl::kBubble;
  if (scenario.seed % 6 == 0) {
    router.routing = "minimal_adaptive";
    router.input_queue = InputQueueKind::kFifo;
    router.input_nomination = "any";
    router.virtual_channels = std::max(router.virtual_channels, 2);
  }
  router.vc_buffer =
      kFlitBytes * count(scenario.machine.max_packet_flits() * (2 + static_cast<int>(scenario.seed % 2)));
}

/// Waits at routers, for any of `reasons`, in all of a run.
std::uint64_t waits_in(const std::string& splits, const std::vector<const char*>& reasons) {
  const nlohmann::json lines = nlohmann::json::parse(splits);
  for (const std::string line : lines) {
    if (line.front() != '{') continue;
    const nlohmann::json parts = nlohmann::json::parse(line).value("parts", nlohmann::json::object());
    std::uint64_t waited = 0;
    for (const char* reason : reasons) waited += parts.at(reason).get<std::uint64_t>();
    return waited;
  }
  return 0;
}

}  // namespace

TEST_CASE("Attribution: on rings, tori and meshes of one to eight NICs parts add up, alike at cycle and packet level",
          "[ATTRIBUTION-1][ATTRIBUTION-2][ATTRIBUTION-9][ATTRIBUTION-20][EXPLAIN-6][long]") {
  std::uint64_t waited = 0;
  std::uint64_t bubbles = 0;
  for (std::uint64_t seed = 1; seed <= kMachines; ++seed) {
    CAPTURE(seed);
    Scenario scenario = random_shape(seed);
    if (seed % 3 == 0) use_bubble(scenario);
    INFO(to_yaml(scenario, "messages.txt"));
    REQUIRE(validate(scenario.machine).empty());
    const LevelOutcome packet = outcome_of(scenario, Level::kPacket);
    REQUIRE(packet.faults == "");
    const LevelOutcome cycle = outcome_of(scenario, Level::kCycle);
    REQUIRE(cycle.faults == "");
    const bool equal = cycle.splits == packet.splits;
    REQUIRE(equal);
    waited += waits_in(packet.splits, {"queue", "output", "input", "credits", "bubble"});
    bubbles += waits_in(packet.splits, {"bubble"});
  }
  CHECK(waited > 1'000'000);
  CHECK(bubbles > 10'000);
}

TEST_CASE("Flow attribution: on rings, tori and meshes of one to eight NICs messages' parts and the path add up",
          "[ATTRIBUTION-10][ATTRIBUTION-12][ATTRIBUTION-15]") {
  std::uint64_t lost = 0;
  int executed = 0;
  for (std::uint64_t seed = 1; seed <= 4 * kMachines; ++seed) {
    CAPTURE(seed);
    const Scenario scenario = random_shape(seed);
    if (!level_faults(Level::kFlow, scenario).empty()) continue;
    INFO(to_yaml(scenario, "messages.txt"));
    std::uint64_t wrong = 0;
    FlowSplit sums;
    std::uint64_t at_links = 0;
    SimulationOptions options;
    options.level = Level::kFlow;
    options.message_report = [&](const SplitMessage& message) {
      if (message.split.sum() != (message.arrived - message.sent).count()) ++wrong;
      sums += message.split;
      for (const LinkLoss& loss : message.losses) at_links += loss.lost;
    };
    const RunSummary summary = Simulation(scenario, options).run();
    REQUIRE(wrong == 0);
    REQUIRE(summary.flow_attribution->total.time == sums);
    REQUIRE(at_links == sums[FlowPart::kShared]);
    REQUIRE(summary.flow_critical_path->parts.sum() == summary.simulated.count());
    lost += at_links;
    ++executed;
  }
  CHECK(executed > 100);
  CHECK(lost > 0);
}
