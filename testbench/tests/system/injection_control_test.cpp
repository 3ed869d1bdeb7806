#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>
#include <vector>

#include "hw/router/route_function.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/run_history.h"
#include "testbench/tests/system/checked_run.h"

using namespace tactus;
using namespace tactus::test;

namespace {

using Engine = std::pair<int, int>;  // node, number

/// What happens to a number that may not exceed a bound, by cycle; in one cycle what lowers it comes first.
using Changes = std::vector<std::pair<std::uint64_t, std::int64_t>>;

std::int64_t highest(Changes changes) {
  std::sort(changes.begin(), changes.end());
  std::int64_t sum = 0;
  std::int64_t most = 0;
  for (const auto& [cycle, change] : changes) most = std::max(most, sum += change);
  return most;
}

bool is(const PacketRecord& packet, PacketKind kind) { return packet.kind == static_cast<std::uint8_t>(kind); }

/// A control that holds packets of the scenarios below.
ControlConfig narrow(ControlKind kind) {
  ControlConfig control;
  control.kind = kind;
  control.free_share = 12;
  control.target_delay = Cycles{200};
  control.first_window = 2;
  control.largest_window = 3;
  control.speculative = 2;
  control.grant = 3;
  control.paced_size = Bytes{5000};
  control.paced_hops = 1;
  control.piece = 2;
  control.pieces_in_flight = 5;
  return control;
}

Scenario exchange(ControlKind kind) {
  Scenario scenario = scenario_on(5, 5, "a2at");
  scenario.workload.message_size = Bytes{2016 * 7 + 100};
  scenario.workload.imbalance = Cycles{2000};
  scenario.pacing.control = narrow(kind);
  return scenario;
}

constexpr std::array<ControlKind, 4> kKinds = {ControlKind::kPieces, ControlKind::kReceiverCredits,
                                               ControlKind::kInjectionLimit, ControlKind::kDelayWindow};

std::uint64_t held_cycles(const RunHistory& run) {
  return nlohmann::json::parse(run.result)["injection_control"]["cycles"].get<std::uint64_t>();
}

void require_equal(Scenario scenario) {
  CAPTURE(static_cast<int>(scenario.pacing.control.kind));
  const RunHistory cycle = run_level(scenario, Level::kCycle);
  REQUIRE(cycle.violation == "");
  REQUIRE(held_cycles(cycle) > 0);
  const auto require_at_packet_level = [&](int regions) {
    FabricOptions options;
    options.threading = {regions, std::numeric_limits<std::uint64_t>::max()};
    const RunHistory packet = run_level(scenario, Level::kPacket, options);
    const HistoryComparison comparison = compare(cycle, packet, {"cycle", "packet"}, scenario.rank_map());
    CAPTURE(regions, scenario.cycle.nodes.size());
    INFO(comparison.first_difference);
    REQUIRE(comparison.equal());
  };
  require_at_packet_level(1);
  require_at_packet_level(3);
  scenario.cycle.nodes = {{1, 0}, {2, 1}};
  require_at_packet_level(1);
}

}  // namespace

TEST_CASE("Injection control: every kind holds packets of an exchange equally at both levels, and lets all go",
          "[CONTROL-16][EQUAL-1][EQUAL-2][key:pacing.control][long]") {
  for (const ControlKind kind : kKinds) require_equal(exchange(kind));
}

TEST_CASE("Injection control: every kind works under noise, with a gap, with several ranks per node, and in open loop",
          "[EQUAL-1][EQUAL-2][long]") {
  for (const ControlKind kind : kKinds) {
    Scenario scenario = exchange(kind);
    scenario.noise.events.kind = NoiseKind::kPoisson;
    scenario.noise.events.period = Picoseconds{40'000'000};
    scenario.noise.events.length = Picoseconds{10'000'000};
    scenario.pacing.mode = PaceMode::kHops;
    scenario.pacing.bias = PacketEighths{-4};
    require_equal(scenario);

    Scenario shared = scenario_on(3, 3, "nearest_neighbour");
    shared.workload.message_size = Bytes{2016 * 5};
    shared.workload.ranks_per_node = 2;
    shared.pacing.control = narrow(kind);
    shared.pacing.control.paced_hops = 0;
    shared.pacing.control.free_share = 16;
    require_equal(shared);
  }
  // Messages of one packet: only the limit and the window can hold them.
  for (const ControlKind kind : {ControlKind::kInjectionLimit, ControlKind::kDelayWindow}) {
    Scenario open = scenario_on(4, 4, "hot_spot");
    open.workload.load = 0.5;
    open.workload.packet_size = Bytes{512};
    open.workload.warmup = Cycles{500};
    open.workload.measure = Cycles{3000};
    open.workload.drain = Cycles{0};
    open.pacing.control = narrow(kind);
    require_equal(open);
  }
}

TEST_CASE("Receiver credits: grants that become due as the port becomes free go at once at both levels", "[EQUAL-1]") {
  Scenario scenario = scenario_on(3, 3, "a2at");
  scenario.workload.message_size = Bytes{1000};
  scenario.workload.imbalance = Cycles{976};
  scenario.machine.router.virtual_channels = 3;
  scenario.machine.router.vc_buffer = Bytes{496};
  scenario.machine.nic.mtu = Bytes{64};
  scenario.pacing.control.kind = ControlKind::kReceiverCredits;
  scenario.pacing.control.speculative = 5;
  require_equal(scenario);
}

TEST_CASE("Injection limit: software and a credit from a node on pins that come at once are both seen", "[EQUAL-1]") {
  Scenario scenario = scenario_on(3, 3, "tornado");
  scenario.workload.load = 0.2625;
  scenario.workload.engines = 3;
  scenario.workload.packet_size = Bytes{46};
  scenario.workload.warmup = Cycles{87};
  scenario.workload.measure = Cycles{2000};
  scenario.workload.drain = Cycles{0};
  scenario.machine.router.vc_buffer = scenario.machine.nic.mtu = Bytes{48};
  scenario.pacing.control.kind = ControlKind::kInjectionLimit;
  scenario.pacing.control.free_share = 2;
  require_equal(scenario);
}

TEST_CASE("Injection control: with none results name none, and its settings change nothing", "[CONTROL-1]") {
  Scenario scenario = exchange(ControlKind::kNone);
  const RunHistory set = run_level(scenario, Level::kPacket);
  scenario.pacing.control = ControlConfig{};
  const RunHistory plain = run_level(scenario, Level::kPacket);
  CHECK(compare(set, plain, {"set", "plain"}, scenario.rank_map()).differing_packets == 0);
  CHECK_FALSE(nlohmann::json::parse(plain.result).contains("injection_control"));
  CHECK(std::all_of(plain.packets.begin(), plain.packets.end(),
                    [](const PacketRecord& packet) { return is(packet, PacketKind::kData); }));
}

TEST_CASE("Injection control: control packets are counted apart", "[CONTROL-4][RESULT-46]") {
  const Scenario scenario = exchange(ControlKind::kDelayWindow);
  const RunHistory run = run_level(scenario, Level::kPacket);
  const nlohmann::json result = nlohmann::json::parse(run.result);
  const auto count = [&](PacketKind kind) {
    return std::count_if(run.packets.begin(), run.packets.end(), [&](const PacketRecord& p) { return is(p, kind); });
  };
  CHECK(result["packets_delivered"] == count(PacketKind::kData));
  CHECK(result["nic"]["packets"] == count(PacketKind::kData));
  CHECK(result["injection_control"]["packets"] == count(PacketKind::kAcknowledgement));
  CHECK(result["injection_control"]["bytes"] == 32 * count(PacketKind::kAcknowledgement));
  std::uint64_t flits = 0;
  std::uint64_t flit_hops = 0;
  std::uint64_t hops = 0;
  for (const PacketHistory& packet : run.packets) {
    flit_hops += packet.flits * (packet.hops.size() - 1);
    if (!is(packet, PacketKind::kData)) continue;
    flits += packet.flits;
    hops += packet.hops.size() - 1;
  }
  CHECK(result["flits_injected"] == flits);
  CHECK(result["packet_hops"] == hops);
  CHECK(result["flit_hops"] == flit_hops);
}

TEST_CASE("Delay window: an engine never has more packets without acknowledgement than the largest window",
          "[CONTROL-10][key:pacing.largest_window][key:pacing.first_window]") {
  for (const int largest : {1, 3}) {
    Scenario scenario = exchange(ControlKind::kDelayWindow);
    scenario.pacing.control.largest_window = largest;
    scenario.pacing.control.first_window = 1;
    const RunHistory run = run_level(scenario, Level::kPacket);
    REQUIRE(run.violation == "");
    std::map<Engine, Changes> under_way;
    for (const PacketRecord& packet : run.packets) {
      if (is(packet, PacketKind::kData)) {
        under_way[{packet.source, packet.source_nic}].emplace_back(packet.injected, 1);
      } else {
        under_way[{packet.destination, packet.destination_nic}].emplace_back(
            packet.delivered, -static_cast<std::int64_t>(packet.packet_index));
      }
    }
    std::int64_t most = 0;
    for (const auto& [engine, changes] : under_way) most = std::max(most, highest(changes));
    CHECK(most == largest);
  }
}

TEST_CASE("Delay window: a longer target, more of it per hop and a larger increase let more packets go",
          "[CONTROL-11][key:pacing.target_delay][key:pacing.delay_per_hop][key:pacing.increase]") {
  const auto held = [](auto change) {
    Scenario scenario = exchange(ControlKind::kDelayWindow);
    scenario.pacing.control.first_window = 1;
    scenario.pacing.control.largest_window = 32;
    change(scenario.pacing.control);
    return held_cycles(run_level(scenario, Level::kPacket));
  };
  const std::uint64_t plain = held([](ControlConfig&) {});
  CHECK(held([](ControlConfig& c) { c.target_delay = Cycles{5000}; }) < plain);
  CHECK(held([](ControlConfig& c) { c.delay_per_hop = Cycles{2000}; }) < plain);
  CHECK(held([](ControlConfig& c) { c.increase = PacketEighths{80}; }) < plain);
}

TEST_CASE("Receiver credits: no packet beyond the speculative ones goes before it was granted, at most at link rate",
          "[CONTROL-12][CONTROL-13][key:pacing.speculative][key:pacing.grant]") {
  const Scenario scenario = exchange(ControlKind::kReceiverCredits);
  const ControlConfig& control = scenario.pacing.control;
  const RunHistory run = run_level(scenario, Level::kPacket);
  REQUIRE(run.violation == "");
  std::map<Engine, Changes> ahead;
  std::map<Engine, Changes> grants;
  for (const PacketRecord& packet : run.packets) {
    const auto index = static_cast<std::int64_t>(packet.packet_index);
    if (!is(packet, PacketKind::kData)) {
      ahead[{packet.destination, packet.destination_nic}].emplace_back(packet.delivered, -index);
      grants[{packet.source, packet.source_nic}].emplace_back(packet.injected, index);
    } else if (index >= control.speculative) {
      ahead[{packet.source, packet.source_nic}].emplace_back(packet.injected, 1);
    }
  }
  for (const auto& [engine, changes] : ahead) CHECK(highest(changes) <= 0);
  bool several = false;
  for (auto& [engine, list] : grants) {
    std::sort(list.begin(), list.end());
    for (std::size_t first = 0; first < list.size(); ++first) {
      std::int64_t packets = 0;
      for (std::size_t i = first; i < list.size(); ++i) {
        // A grant may wait for the packet on the port, and be sent with the next one.
        const std::uint64_t time = list[i].first - list[first].first + 2 * 130;
        packets += i == first ? 0 : list[i].second;
        REQUIRE(static_cast<std::uint64_t>(packets) * 128 <= time + static_cast<std::uint64_t>(control.grant) * 128);
      }
    }
    several = several || list.size() > 10;
  }
  CHECK(several);
}

TEST_CASE("Pieces: of paced messages no more packets come to a node than it may have asked for",
          "[CONTROL-14][CONTROL-15][key:pacing.paced_size][key:pacing.paced_hops][key:pacing.paced_dimensions]"
          "[key:pacing.piece][key:pacing.pieces_in_flight]") {
  for (const int hops : {1, 3}) {
    Scenario scenario = exchange(ControlKind::kPieces);
    ControlConfig& control = scenario.pacing.control;
    control.paced_hops = hops;
    control.paced_dimensions = 2;
    const NetworkShape& torus = scenario.machine.network;
    const RunHistory run = run_level(scenario, Level::kPacket);
    REQUIRE(run.violation == "");
    std::map<int, Changes> coming;
    bool paced = false;
    bool plain = false;
    for (const PacketRecord& packet : run.packets) {
      const int way = torus.hops(torus.coordinate(packet.source), torus.coordinate(packet.destination));
      if (!is(packet, PacketKind::kData)) {
        CHECK(way > hops);
        CHECK(packet.packet_index <= 7);
        continue;
      }
      if (packet.packet_index == 0) continue;
      (way > hops ? paced : plain) = true;
      if (way <= hops) continue;
      coming[packet.destination].emplace_back(packet.injected, 1);
      coming[packet.destination].emplace_back(packet.delivered, -1);
    }
    CHECK(paced);
    CHECK(plain);
    for (const auto& [node, changes] : coming) CHECK(highest(changes) <= control.pieces_in_flight);
  }
}

TEST_CASE("Injection limit: at each injection the share of the first output was free, worked out from all grants",
          "[CONTROL-9][CONTROL-17][key:pacing.free_share]") {
  for (const int share : {6, 16}) {
    Scenario scenario = exchange(ControlKind::kInjectionLimit);
    scenario.pacing.control.free_share = share;
    const MachineConfig& machine = scenario.machine;
    const RunHistory run = run_level(scenario, Level::kCycle);
    REQUIRE(run.violation == "");
    const auto routes = make_route_function(machine);
    /// A packet's stay in the buffer behind an output: its grant into it and that out of it, credits from then on.
    struct Stay {
      std::uint64_t in;
      std::uint64_t out;
      int flits;
    };
    std::map<std::tuple<int, int, int>, std::vector<Stay>> stays;  // node, output, VC
    for (const PacketHistory& packet : run.packets) {
      for (std::size_t i = 0; i + 1 < packet.hops.size(); ++i) {
        const HopRecord& hop = packet.hops[i];
        stays[{hop.node, hop.out_port, hop.out_vc}].push_back({hop.cycle, packet.hops[i + 1].cycle, packet.flits});
      }
    }
    std::uint64_t least = 16'000;  // thousandths of a sixteenth
    for (const PacketRecord& packet : run.packets) {
      RouteHeader header;
      header.source = machine.network.coordinate(packet.source);
      header.destination = machine.network.coordinate(packet.destination);
      const RouteDecision route = routes->route(header.source, machine.ports().nic_port(packet.source_nic), 0, header);
      std::uint64_t capacity = 0;
      std::uint64_t taken = 0;
      for (int vc = 0; vc < machine.router.virtual_channels; ++vc) {
        if ((route.vc_mask >> vc & 1U) == 0) continue;
        capacity += static_cast<std::uint64_t>(machine.vc_buffer_flits());
        for (const Stay& stay : stays[{packet.source, route.out_port, vc}]) {
          if (stay.in >= packet.injected) continue;  // the NIC sees what stood after the edge before
          const std::uint64_t first_back = stay.out + 2 + machine.link_delay(0).count();
          const std::uint64_t back = packet.injected <= first_back ? 0 : packet.injected - first_back;
          taken += static_cast<std::uint64_t>(stay.flits) - std::min<std::uint64_t>(back, stay.flits);
        }
      }
      least = std::min(least, (capacity - taken) * 16'000 / capacity);
      REQUIRE((capacity - taken) * 16 >= static_cast<std::uint64_t>(share) * capacity);
    }
    CHECK(least < static_cast<std::uint64_t>(share) * 1000 + 300);
  }
}
