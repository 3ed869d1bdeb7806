#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

#include "testbench/app/kinds/torus/phase_rules.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/run_history.h"
#include "testbench/tests/system/checked_run.h"
#include "testbench/tests/system/router_axes.h"
#include "tlm_models/traffic/phased_sequences.h"

using namespace tactus;
using namespace tactus::test;

namespace {

/// All-to-all by phases of messages of so many packets, the last of them short.
Scenario phased(const NetworkShape& shape, std::uint64_t packets) {
  Scenario scenario = scenario_on(shape.size(0), shape.size(1), "a2at");
  scenario.machine.network = shape;
  scenario.workload.message_size = scenario.machine.max_payload() * (packets - 1) + Bytes{100};
  scenario.pacing.mode = "phase";
  return scenario;
}

void prepare(Scenario& scenario) {
  for (const ConfigFault& fault : prepare_phases(scenario)) FAIL(fault.field << ": " << fault.message);
}

/// Number of packets of `history` that did not start in a slot of their sequence; -1 if a slot has two.
int out_of_slot(const RunHistory& history, const Scenario& scenario) {
  std::map<std::array<std::int64_t, 3>, int> in_slot;  // by node, engine and begin of the slot
  int out = 0;
  for (const PacketHistory& packet : history.packets) {
    const auto node = static_cast<std::size_t>(packet.source);
    const PaceSlots& slots = scenario.workload.phased->slots.at(packet.tag - 1).at(packet.source_nic).at(node);
    const MachineConfig& machine = scenario.machine;
    const std::int64_t counter = machine.counter(machine.network.coordinate(packet.source)).at(Cycles{packet.injected});
    const std::int64_t begin = slots.begin + scenario.workload.phased->begins.at(packet.tag - 1);
    const std::int64_t lag = counter - begin - slots.phase;
    if (lag < 0 || lag % slots.period >= std::max<int>(1, slots.tolerance)) ++out;
    if (++in_slot[{packet.source, packet.source_nic, lag - lag % slots.period + begin}] > 1) return -1;
  }
  return out;
}

/// Sequences of `history` whose packets all started in slots that begin at one time, modulo the period and but for the
/// tolerance. That is a time of each node's own counter, and of node 0's where ranks synchronise them.
int begins_of_sequences(const RunHistory& history, const Scenario& scenario) {
  const PhasedSequences& phased = *scenario.workload.phased;
  std::map<std::size_t, std::set<std::int64_t>> lags;  // by sequence: counter values after any begin, modulo the period
  std::map<std::size_t, PaceSlots> slots_of;
  for (const PacketHistory& packet : history.packets) {
    const std::size_t sequence = packet.tag - 1;
    if (sequence >= phased.slots.size()) continue;  // a message of a barrier
    const auto node = static_cast<std::size_t>(packet.source);
    const PaceSlots& slots = phased.slots.at(sequence).at(packet.source_nic).at(node);
    const MachineConfig& machine = scenario.machine;
    const int shown = phased.synchronisation.on() ? 0 : packet.source;
    const std::int64_t counter = machine.counter(machine.network.coordinate(shown)).at(Cycles{packet.injected});
    const std::int64_t since = counter - slots.begin - slots.phase;
    lags[sequence].insert(((since % slots.period) + slots.period) % slots.period);
    slots_of[sequence] = slots;
  }
  int common = 0;
  for (const auto& [sequence, seen] : lags) {
    const PaceSlots& slots = slots_of[sequence];
    const bool one = std::any_of(seen.begin(), seen.end(), [&, &values = seen](std::int64_t begin) {
      return std::all_of(values.begin(), values.end(), [&](std::int64_t each) {
        return (each - begin + slots.period) % slots.period < std::max<int>(1, slots.tolerance);
      });
    });
    if (one) ++common;
  }
  return common;
}

/// Messages of `history` whose first packet missed the first slot of its sequence.
int late_messages(const RunHistory& history, const Scenario& scenario) {
  std::set<std::array<std::int64_t, 3>> begun;  // sequence, node, engine
  int late = 0;
  for (const PacketHistory& packet : history.packets) {
    if (!begun.insert({packet.tag, packet.source, packet.source_nic}).second) continue;
    const auto node = static_cast<std::size_t>(packet.source);
    const PaceSlots& slots = scenario.workload.phased->slots.at(packet.tag - 1).at(packet.source_nic).at(node);
    const std::int64_t begin = slots.begin + scenario.workload.phased->begins.at(packet.tag - 1);
    if (static_cast<std::int64_t>(packet.injected) - begin - slots.phase >= slots.tolerance) ++late;
  }
  return late;
}

/// Packets, by their places in `history`, in the order in which they pass each link, by node and output.
using LinkOrders = std::map<std::pair<int, int>, std::vector<std::size_t>>;

LinkOrders link_orders(const RunHistory& history) {
  std::map<std::pair<int, int>, std::vector<std::pair<std::uint64_t, std::size_t>>> passed;
  for (std::size_t i = 0; i < history.packets.size(); ++i) {
    for (const HopRecord& hop : history.packets[i].hops) passed[{hop.node, hop.out_port}].emplace_back(hop.cycle, i);
  }
  LinkOrders orders;
  for (auto& [link, packets] : passed) {
    std::sort(packets.begin(), packets.end());
    for (const auto& [cycle, packet] : packets) orders[link].push_back(packet);
  }
  return orders;
}

}  // namespace

TEST_CASE("Phases: packets pass every link in the same order with every router, whatever its arbiter and queues",
          "[PHASE-3][PACER-14][key:pacing.mode]") {
  std::optional<LinkOrders> first;
  int routers = 0;
  for (const RouterConfig& router : all_router_axes()) {
    if (router.switch_hold != SwitchHold::kPacket) continue;
    Scenario scenario = phased({5, 5}, 4);
    const Bytes buffer = scenario.machine.router.vc_buffer;
    scenario.machine.router = router;
    scenario.machine.router.vc_buffer = buffer;
    scenario.machine.router.tie_break = "positive";
    scenario.machine.router.turnaround = Cycles{0};  // it lengthens packets, and makes another schedule
    prepare(scenario);
    const RunHistory history = run_level(scenario, Level::kPacket);
    CAPTURE(routers, router.arbiter.name());
    REQUIRE(history.violation.empty());
    REQUIRE(out_of_slot(history, scenario) == 0);
    LinkOrders orders = link_orders(history);
    if (!first) first = orders;
    REQUIRE((orders == *first));
    ++routers;
  }
  CHECK(routers > 20);
}

TEST_CASE("Phases: packets start in their slots by counters that differ, late ranks and short margins, at both levels",
          "[PACER-13][PACER-14][PACER-16][EQUAL-1][key:counter.offset][key:counter.drift][key:pacing.tolerance]"
          "[key:pacing.lead][key:pacing.margin]") {
  Scenario scenario = phased({4, 3}, 5);
  SECTION("in step") {}
  SECTION("counters are ahead by up to 200 ns") { scenario.counter.offset = Picoseconds{200'000}; }
  SECTION("counters are fast and slow") { scenario.counter.drift = NodeCounter::kMostDrift; }
  SECTION("ranks begin late") { scenario.workload.imbalance = Cycles{3000}; }
  SECTION("sequences come too early") {
    scenario.phase.lead.time = Picoseconds{0};
    scenario.phase.margin.time = Picoseconds{0};
  }
  SECTION("without tolerance") { scenario.phase.tolerance = Picoseconds{0}; }
  prepare(scenario);
  const RunHistory cycle = run_level(scenario, Level::kCycle);
  const RunHistory packet = run_level(scenario, Level::kPacket);
  CHECK(compare(cycle, packet, {"cycle", "packet"}, scenario.rank_map()).first_difference.empty());
  CHECK(out_of_slot(cycle, scenario) == 0);
}

TEST_CASE("Phases: with barriers all nodes begin a sequence at one time, whenever their ranks leave them",
          "[PHASE-9][PHASE-10][EQUAL-1][key:workload.sequence_barrier][key:pacing.lead][key:pacing.slack]") {
  Scenario scenario = phased({4, 3}, 5);
  scenario.workload.sequence_barrier = true;
  scenario.counter.offset = Picoseconds{100'000};
  scenario.workload.imbalance = Cycles{3000};
  SECTION("in step") { scenario.workload.imbalance = Cycles{0}; }
  SECTION("ranks begin late") {}
  SECTION("slots have slack") { scenario.phase.slack = Picoseconds{16'000}; }
  SECTION("the lead is over before a rank leaves the barrier") { scenario.phase.lead.time = Picoseconds{0}; }
  SECTION("noise") {
    scenario.noise.events.kind = NoiseKind::kPoisson;
    scenario.noise.events.period = Picoseconds{100'000'000};
    scenario.noise.events.length = Picoseconds{10'000'000};
  }
  prepare(scenario);
  const RunHistory cycle = run_level(scenario, Level::kCycle);
  const RunHistory packet = run_level(scenario, Level::kPacket);
  CHECK(compare(cycle, packet, {"cycle", "packet"}, scenario.rank_map()).first_difference.empty());
  CHECK(begins_of_sequences(cycle, scenario) == static_cast<int>(scenario.workload.phased->sequences.size()));
}

TEST_CASE("Phases: with counters that ranks synchronise all nodes begin a sequence at one time, at both levels",
          "[PHASE-11][EQUAL-1][key:counter.synchronise][key:counter.rounds][key:counter.drift]") {
  Scenario scenario = phased({5, 5}, 5);
  scenario.workload.sequence_barrier = true;
  scenario.counter.offset = Picoseconds{10'000'000};
  scenario.counter.synchronise = CounterMethod::kNeighbours;
  SECTION("offset") {}
  SECTION("the only request finds a parent that does not wait yet") { scenario.counter.rounds = 1; }
  SECTION("offset and drift") { scenario.counter.drift = 300; }
  SECTION("ranks begin late") { scenario.workload.imbalance = Cycles{3000}; }
  SECTION("waits take time when they are over") { scenario.workload.return_overhead = Cycles{20}; }
  prepare(scenario);
  const RunHistory cycle = run_level(scenario, Level::kCycle);
  const RunHistory packet = run_level(scenario, Level::kPacket);
  CHECK(cycle.violation.empty());
  CHECK(compare(cycle, packet, {"cycle", "packet"}, scenario.rank_map()).first_difference.empty());
  const bool all = begins_of_sequences(cycle, scenario) == static_cast<int>(scenario.workload.phased->sequences.size());
  CHECK(all == (scenario.counter.rounds > 1));
}

TEST_CASE("Phases: synchronised counters take the quiet exchange's time and that of their messages",
          "[PHASE-11][key:counter.synchronise][key:counter.offset][key:counter.drift]") {
  const auto end = [](const Scenario& scenario) {
    std::uint64_t last = 0;
    for (const PacketHistory& packet : run_level(scenario, Level::kPacket).packets) {
      last = std::max(last, packet.injected);
    }
    return last;
  };
  Scenario quiet = phased({5, 5}, 8);
  quiet.workload.sequence_barrier = true;
  prepare(quiet);
  const std::uint64_t alone = end(quiet);

  Scenario apart = quiet;
  apart.counter.offset = Picoseconds{10'000'000};
  const std::vector<ConfigFault> faults = prepare_phases(apart);
  REQUIRE(faults.size() == 1);
  CHECK(faults.front().message.find("clock error") != std::string::npos);

  apart.counter.synchronise = CounterMethod::kNeighbours;
  apart.counter.rounds = 3;
  prepare(apart);
  // Four hops of the tree one after the other, with waits for two children that come first, and a barrier of 5 rounds.
  const std::uint64_t cost = end(apart) - alone;
  CAPTURE(cost);
  CHECK(cost > 4 * 3 * 2 * 100);
  CHECK(cost < 8 * 3 * 500 + 5 * 400);

  const std::string faults_of_counters = faults_of_run(apart, [](const FinishedRun& run) {
    if (!run.summary.counters) return std::string("no errors are told");
    return run.summary.counters->max_ns == 0 ? std::string() : std::string("the counters have errors");
  });
  CHECK(faults_of_counters.empty());

  Scenario in_step = apart;
  in_step.counter.offset = Picoseconds{0};
  prepare(in_step);
  // Counters are exact, whatever they have been.
  CHECK(end(in_step) == end(apart));
}

TEST_CASE("Phases: lead and margin by calls let every message have its first slot, whatever calls and memory take",
          "[PHASE-12][key:pacing.lead][key:pacing.margin]") {
  const std::vector<NetworkShape> shapes = {{7}, {6, 6}, {5, 5}, {3, 4, 3}};
  for (const NetworkShape& shape : shapes) {
    for (const std::uint64_t call : {0, 50, 200}) {
      for (const std::uint64_t back : {0, 50, 333}) {
        Scenario scenario = phased(shape, 8);
        scenario.workload.call_overhead = Cycles{call};
        scenario.workload.return_overhead = Cycles{back};
        scenario.machine.memory.latency = Picoseconds{back * 1000};
        prepare(scenario);
        const RunHistory history = run_level(scenario, Level::kPacket);
        CAPTURE(shape.text(), call, back);
        REQUIRE(history.violation.empty());
        CHECK(late_messages(history, scenario) == 0);
      }
    }
  }
  // None is too short.
  Scenario scenario = phased({6, 6}, 8);
  scenario.phase.margin.time = Picoseconds{0};
  prepare(scenario);
  CHECK(late_messages(run_level(scenario, Level::kPacket), scenario) > 0);
}

TEST_CASE("Phases: an exchange takes the schedule's time, and each key its part of it",
          "[PHASE-7][key:pacing.lead][key:pacing.margin][key:pacing.tolerance][key:counter.offset]") {
  const auto end = [](const Scenario& base) {
    Scenario scenario = base;
    prepare(scenario);
    std::uint64_t last = 0;
    for (const PacketHistory& packet : run_level(scenario, Level::kPacket).packets) {
      last = std::max(last, packet.injected);
    }
    // The last packets start in the last period.
    CHECK(last < scenario.workload.phased->end);
    CHECK(last + 600 > scenario.workload.phased->end);
    return last;
  };
  const Scenario base = phased({5, 5}, 6);
  const std::uint64_t plain = end(base);
  Scenario longer = base;
  longer.phase.lead.time = Picoseconds{2'400'000 + 4'000'000};  // by_calls: ten of 200 ns, and 400 ns
  CHECK(end(longer) == plain + 1000);
  longer = base;
  longer.phase.margin.time = Picoseconds{2'400'000 + 400'000};
  Scenario planned = base;
  prepare(planned);
  CHECK(end(longer) == plain + 100 * (planned.workload.phased->sequences.size() - 1));
  longer = base;
  longer.phase.tolerance = Picoseconds{300'000};
  CHECK(end(longer) > plain);
  longer = base;
  longer.phase.slack = Picoseconds{16'000};
  CHECK(end(longer) > plain);
  prepare(longer);
  const PaceSlots& slack = longer.workload.phased->slots.front().front().front();
  const PaceSlots& none = planned.workload.phased->slots.front().front().front();
  // Each slot of the period is longer by 4 cycles.
  CAPTURE(slack.period, none.period);
  CHECK(slack.period * base.machine.max_packet_flits() == none.period * (base.machine.max_packet_flits() + 4));
  longer = base;
  longer.counter.offset = Picoseconds{200'000};
  CHECK(end(longer) > plain);
}
