#include "testbench/app/scenario/diagnostic.h"

#include "hw/nic/pacing_settings.h"
#include "testbench/app/kinds/torus/route_check.h"
#include "testbench/app/scenario/scenario.h"
#include "testbench/app/scenario/scenario_keys.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

const NetworkShape kTooLong{4, 257};
constexpr Coordinate kOutside{99, 0};
const std::vector<int> kEmpty{0, 4};

/// Everything that the configurations of a scenario find wrong with themselves.
std::vector<KeyFault> all_faults(const Scenario& s) {
  std::vector<KeyFault> found;
  const auto add = [&](const char* member, const std::vector<ConfigFault>& faults) {
    const std::vector<KeyFault> more = key_faults(member, faults);
    found.insert(found.end(), more.begin(), more.end());
  };
  add("machine", validate(s.machine));
  add("pacing", validate(s.pacing));
  add("pacing", validate(s.pacing, s.workload, s.machine));
  add("run", validate(s.run, s.machine));
  add("flow", validate(s.flow, s.machine));
  add("noise", validate(s.noise, s.machine.network.nodes()));
  add("workload", validate(s.workload, s.machine));
  if (s.machine.router.dateline == "none") add("machine", find_route_faults(s.machine));
  return found;
}

using Break = void (*)(Scenario&);

/// Changes of one key each that make a scenario wrong, at that key and perhaps at others.
const std::vector<std::pair<const char*, Break>>& breaks() {
  static const std::vector<std::pair<const char*, Break>> kBreaks = {
      {"clock", [](Scenario& s) { s.machine.clock = Clock{Picoseconds{3}}; }},
      {"network.shape", [](Scenario& s) { s.machine.network = kTooLong; }},
      {"network.wrap", [](Scenario& s) { s.machine.network.wrap = {true}; }},
      {"router.dimension_order", [](Scenario& s) { s.machine.router.dimension_order.push_back(1); }},
      {"nic.count", [](Scenario& s) { s.machine.nic.count = 9; }},
      {"link.bandwidth", [](Scenario& s) { s.machine.link.bandwidth = BytesPerSecond{1}; }},
      {"link.cable_delay",
       [](Scenario& s) {
         s.machine.link.switch_delay = Picoseconds{0};
         s.machine.link.cable_delay = Picoseconds{0};
       }},
      {"router.virtual_channels", [](Scenario& s) { s.machine.router.virtual_channels = 9; }},
      {"classes",
       [](Scenario& s) {
         s.machine.router.classes = {{"a", 1, 0, 1}};
       }},
      {"router.vc_buffer", [](Scenario& s) { s.machine.router.vc_buffer = Bytes{17}; }},
      {"router.dateline", [](Scenario& s) { s.machine.router.dateline = "none"; }},
      {"router.vc_buffer",
       [](Scenario& s) {
         s.machine.router.flow_control = FlowControl::kBubble;
         s.machine.router.vc_buffer = s.machine.nic.mtu + kFlitBytes;
       }},
      {"nic.mtu", [](Scenario& s) { s.machine.nic.mtu = Bytes{16}; }},
      {"nic.dma_rate", [](Scenario& s) { s.machine.nic.dma_rate = BytesPerSecond{0}; }},
      {"nic.outstanding_reads", [](Scenario& s) { s.machine.nic.outstanding_reads = 17; }},
      {"nic.packet_buffers", [](Scenario& s) { s.machine.nic.packet_buffers = 0; }},
      {"nic.receive_buffer", [](Scenario& s) { s.machine.nic.receive_buffer = Bytes{32}; }},
      {"nic.unexpected_entries", [](Scenario& s) { s.machine.nic.unexpected_entries = -1; }},
      {"nic.class_queues", [](Scenario& s) { s.machine.nic.class_queues = true; }},
      {"memory.bandwidth", [](Scenario& s) { s.machine.memory.bandwidth = BytesPerSecond{0}; }},
      {"memory.access", [](Scenario& s) { s.machine.memory.access = Bytes{48}; }},
      {"node.copy_rate", [](Scenario& s) { s.workload.copy.rate = BytesPerSecond{0}; }},
      {"node.copy_latency", [](Scenario& s) { s.workload.copy.latency = Picoseconds{0}; }},
      {"pacing.window", [](Scenario& s) { s.pacing.window = 256; }},
      {"pacing.sequence_bias", [](Scenario& s) { s.workload.sequence_bias = {PacketEighths{1}}; }},
      {"workload.messages", [](Scenario& s) { s.workload.algorithm = "replay"; }},
      {"workload.ranks_per_node", [](Scenario& s) { s.workload.ranks_per_node = 65; }},
      {"workload.message_size", [](Scenario& s) { s.workload.message_size = Bytes{1ULL << 40}; }},
      {"workload.repetitions", [](Scenario& s) { s.workload.repetitions = 0; }},
      {"workload.sequences", [](Scenario& s) { s.workload.sequences = {0}; }},
      {"run.watchdog", [](Scenario& s) { s.run.watchdog = Picoseconds{1}; }},
      {"run.max_time", [](Scenario& s) { s.run.max_time = Picoseconds{1}; }},
      {"run.sample_interval", [](Scenario& s) { s.run.sample_interval = Picoseconds{1}; }},
      {"waves.nodes", [](Scenario& s) { s.run.waves.nodes.list = {kOutside}; }},
      {"waves.to", [](Scenario& s) { s.run.waves.to = Picoseconds{0}; }},
      {"trace.to", [](Scenario& s) { s.run.trace.to = Picoseconds{0}; }},
      {"noise.nodes", [](Scenario& s) { s.noise.nodes = {16}; }},
      {"flow.dimensions", [](Scenario& s) { s.flow.dimensions.sizes = kEmpty; }},
      {"flow.bandwidth", [](Scenario& s) { s.flow.bandwidth.rates = {BytesPerSecond{0}}; }},
      {"flow.threshold", [](Scenario& s) { s.flow.threshold = 1; }},
  };
  return kBreaks;
}

/// Breaks in a scenario whose workload, network, noise or injection control has the key.
const std::vector<std::pair<const char*, std::pair<Break, Break>>>& breaks_of_kinds() {
  static const Break kPingPong = [](Scenario& s) { s.workload.algorithm = "ping_pong"; };
  static const Break kButterfly = [](Scenario& s) { s.workload.algorithm = "butterfly"; };
  static const Break kHotSpot = [](Scenario& s) { s.workload.algorithm = "hot_spot"; };
  static const Break kTree = [](Scenario& s) { s.flow.topology = FlowTopologyKind::kKaryNTree; };
  static const Break kNoise = [](Scenario& s) { s.noise.events.kind = NoiseKind::kPeriodic; };
  static const Break kThreeRanks = [](Scenario& s) { s.workload.ranks_per_node = 3; };
  static const Break kLimit = [](Scenario& s) { s.pacing.control.kind = "injection_limit"; };
  static const Break kWindow = [](Scenario& s) { s.pacing.control.kind = "delay_window"; };
  static const Break kCredits = [](Scenario& s) { s.pacing.control.kind = "receiver_credits"; };
  static const Break kPieces = [](Scenario& s) { s.pacing.control.kind = "pieces"; };
  static const std::vector<std::pair<const char*, std::pair<Break, Break>>> kBreaks = {
      {"pacing.free_share", {kLimit, [](Scenario& s) { s.pacing.control.free_share = -1; }}},
      {"pacing.target_delay", {kWindow, [](Scenario& s) { s.pacing.control.target_delay = Cycles{1U << 24}; }}},
      {"pacing.delay_per_hop", {kWindow, [](Scenario& s) { s.pacing.control.delay_per_hop = Cycles{1U << 16}; }}},
      {"pacing.first_window", {kWindow, [](Scenario& s) { s.pacing.control.first_window = 0; }}},
      {"pacing.largest_window", {kWindow, [](Scenario& s) { s.pacing.control.largest_window = 256; }}},
      {"pacing.increase", {kWindow, [](Scenario& s) { s.pacing.control.increase = PacketEighths{256}; }}},
      {"pacing.speculative", {kCredits, [](Scenario& s) { s.pacing.control.speculative = 0; }}},
      {"pacing.grant", {kCredits, [](Scenario& s) { s.pacing.control.grant = 256; }}},
      {"pacing.paced_size", {kPieces, [](Scenario& s) { s.pacing.control.paced_size = Bytes{1ULL << 32}; }}},
      {"pacing.paced_hops", {kPieces, [](Scenario& s) { s.pacing.control.paced_hops = 256; }}},
      {"pacing.paced_dimensions", {kPieces, [](Scenario& s) { s.pacing.control.paced_dimensions = 4; }}},
      {"pacing.piece", {kPieces, [](Scenario& s) { s.pacing.control.piece = 0; }}},
      {"pacing.pieces_in_flight", {kPieces, [](Scenario& s) { s.pacing.control.pieces_in_flight = 3; }}},
      {"workload.algorithm", {kThreeRanks, [](Scenario& s) { s.workload.algorithm = "pwx"; }}},
      {"workload.ping_pong_peer", {kPingPong, [](Scenario& s) { s.workload.ping_pong_peer = kOutside; }}},
      {"workload.middle_rounds", {kButterfly, [](Scenario& s) { s.workload.middle_rounds = -1; }}},
      {"workload.final_rounds", {kButterfly, [](Scenario& s) { s.workload.final_rounds = -1; }}},
      {"workload.middle_position", {kButterfly, [](Scenario& s) { s.workload.middle_position = 99; }}},
      {"workload.load", {kHotSpot, [](Scenario& s) { s.workload.load = 9; }}},
      {"workload.engines", {kHotSpot, [](Scenario& s) { s.workload.engines = 5; }}},
      {"workload.packet_size", {kHotSpot, [](Scenario& s) { s.workload.packet_size = Bytes{1}; }}},
      {"workload.measure", {kHotSpot, [](Scenario& s) { s.workload.measure = Cycles{0}; }}},
      {"workload.hot_spot", {kHotSpot, [](Scenario& s) { s.workload.hot_spot = kOutside; }}},
      {"workload.hot_spot_share", {kHotSpot, [](Scenario& s) { s.workload.hot_spot_share = 2; }}},
      {"flow.arity", {kTree, [](Scenario& s) { s.flow.arity = 0; }}},
      {"flow.levels", {kTree, [](Scenario& s) { s.flow.levels = 0; }}},
      {"noise.period", {kNoise, [](Scenario& s) { s.noise.events.period = Picoseconds{0}; }}},
      {"noise.length", {kNoise, [](Scenario& s) { s.noise.events.length = Picoseconds{0}; }}},
      {"noise.distribution", {kNoise, [](Scenario& s) { s.noise.events.distribution = NoiseLength::kExponential; }}},
  };
  return kBreaks;
}

/// Breaks `good` and says which of its faults are at `key`; every one of them is at some key.
std::vector<KeyFault> faults_at(const std::string& key, const Scenario& good, Break change) {
  REQUIRE(all_faults(good).empty());
  Scenario broken = good;
  change(broken);
  std::vector<KeyFault> found;
  for (const KeyFault& fault : all_faults(broken)) {
    INFO(fault.key << ": " << fault.message);
    const std::string of_list = fault.key.substr(0, fault.key.find('['));
    CHECK(find_key(of_list) >= 0);
    if (of_list == key) found.push_back(fault);
  }
  return found;
}

TEST_CASE("Scenario: whatever a configuration finds wrong with a member is at the key that gives it", "[key:*]") {
  for (const auto& [key, change] : breaks()) {
    INFO(key);
    CHECK_FALSE(faults_at(key, Scenario{}, change).empty());
  }
  for (const auto& [key, changes] : breaks_of_kinds()) {
    INFO(key);
    Scenario good;
    changes.first(good);
    CHECK_FALSE(faults_at(key, good, changes.second).empty());
  }
}

TEST_CASE("Scenario: what is wrong with a line of a file is at the key that names the file") {
  const std::vector<KeyFault> messages = key_faults("workload", {{"messages[3]", "why"}, {"messages", "none"}});
  CHECK(messages.at(0).key == "workload.messages[3]");
  CHECK(messages.at(0).message == "why");
  CHECK(messages.at(1).key == "workload.messages");
  CHECK(key_faults("noise", {{"events.trace[0]", "why"}}).at(0).key == "noise.file[0]");
}

TEST_CASE("Scenario: every key gives another member", "[key:*]") {
  for (const KeySpec& key : scenario_keys()) {
    CHECK(key_of_member(key.member) == key.path);
  }
  CHECK(key_of_member("machine.nic.mtux").empty());
}

}  // namespace
}  // namespace tactus
