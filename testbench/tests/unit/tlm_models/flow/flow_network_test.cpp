#include "tlm_models/flow/flow_network.h"

#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "hw/common/random.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/flow/listed_topology.h"
#include "tlm_models/flow/flow_topology_config.h"
#include "tlm_models/flow/mfs_solver.h"

namespace tactus {
namespace {

using Kind = FlowEvent::Kind;

struct Seen {
  std::uint64_t time = 0;  ///< picoseconds
  Kind kind = Kind::kLeft;
  std::uint64_t user = 0;
  friend bool operator==(const Seen& a, const Seen& b) {
    return a.time == b.time && a.kind == b.kind && a.user == b.user;
  }
};

FlowMessage message(int source, double bytes, std::uint64_t user) {
  FlowMessage one;
  one.source.node = source;
  one.destination.node = source + 1;
  one.bytes = bytes;
  one.user = user;
  return one;
}

/// Goes on until nothing is under way.
std::vector<Seen> finish(FlowNetwork& network) {
  std::vector<Seen> seen;
  while (!network.idle()) {
    std::vector<FlowEvent> events;
    network.advance_to(network.next_event(), events);
    for (const FlowEvent& event : events) seen.push_back({network.now().count(), event.kind, event.user});
  }
  return seen;
}

std::vector<std::uint64_t> times_left(const std::vector<Seen>& seen) {
  std::vector<std::uint64_t> times;
  for (const Seen& one : seen) {
    if (one.kind == Kind::kLeft) times.push_back(one.time);
  }
  return times;
}

FlowTiming resolution(std::uint64_t picoseconds) {
  FlowTiming timing;
  timing.resolution = Picoseconds{picoseconds};
  return timing;
}

/// Three nodes whose messages share one link of 1 byte per 1000 ps.
const ListedTopology& one_link() {
  static const ListedTopology kTopology({0.001}, {{{0, 1}}, {{0, 1}}, {{0, 1}}});
  return kTopology;
}

TEST_CASE("Flow network: messages on one link end as in processor sharing", "[FLOW-1][FLOW-9]") {
  MfsSolver solver(one_link(), {});
  FlowNetwork network(one_link(), solver, {});
  for (int node = 0; node < 3; ++node) network.start(message(node, 10 * (node + 1), static_cast<std::uint64_t>(node)));
  CHECK(finish(network) == std::vector<Seen>{{30'000, Kind::kLeft, 0},
                                             {30'000, Kind::kArrived, 0},
                                             {50'000, Kind::kLeft, 1},
                                             {50'000, Kind::kArrived, 1},
                                             {60'000, Kind::kLeft, 2},
                                             {60'000, Kind::kArrived, 2}});
}

TEST_CASE("Flow network: a message that starts later takes its share from then on", "[FLOW-1][FLOW-9]") {
  MfsSolver solver(one_link(), {});
  FlowNetwork network(one_link(), solver, {});
  network.start(message(0, 10, 0));
  std::vector<FlowEvent> events;
  network.advance_to(Picoseconds{4'000}, events);
  CHECK(events.empty());
  network.start(message(1, 10, 1));
  CHECK(times_left(finish(network)) == std::vector<std::uint64_t>{16'000, 20'000});
}

TEST_CASE("Flow network: a message ends in the first whole picosecond by which its bytes have passed",
          "[FLOW-2][FLOW-5]") {
  const ListedTopology topology({0.003}, {{{0, 1}}});
  MfsSolver solver(topology, {});
  FlowNetwork network(topology, solver, {});
  network.start(message(0, 10, 0));
  CHECK(network.next_event() == Picoseconds{3'334});
}

TEST_CASE("Flow network: a sender's limit holds for its message") {
  MfsConfig all_of_it;
  all_of_it.threshold = 0;
  MfsSolver solver(one_link(), all_of_it);
  FlowNetwork network(one_link(), solver, {});
  FlowMessage slow = message(0, 10, 0);
  slow.limit = 0.0002;
  network.start(slow);
  network.start(message(1, 10, 1));
  CHECK(times_left(finish(network)) == std::vector<std::uint64_t>{12'500, 50'000});
}

TEST_CASE("Flow network: messages that end within the resolution end together at its end",
          "[key:flow.resolution][FLOW-7][FLUID-20]") {
  MfsSolver solver(one_link(), {});
  FlowNetwork network(one_link(), solver, resolution(40'000));
  for (int node = 0; node < 3; ++node) network.start(message(node, 10 * (node + 1), static_cast<std::uint64_t>(node)));
  // At 40,000 ps a third of the bandwidth has moved 13.3 B of each. The others have 6.7 B and 16.7 B to go, which at
  // half of it each is over at 53,333 ps for the one, too early, and by 80,000 ps for the other.
  CHECK(times_left(finish(network)) == std::vector<std::uint64_t>{40'000, 80'000, 80'000});
}

TEST_CASE("Flow network: a message longer than the resolution ends exactly", "[FLOW-7][FLUID-20]") {
  MfsSolver solver(one_link(), {});
  FlowNetwork network(one_link(), solver, resolution(3'000));
  network.start(message(0, 10, 0));
  CHECK(times_left(finish(network)) == std::vector<std::uint64_t>{10'000});
}

TEST_CASE("Flow network: starts between steps do not put off the end of a step", "[FLOW-2][FLOW-7]") {
  MfsSolver solver(one_link(), {});
  FlowNetwork network(one_link(), solver, resolution(20'000));
  network.start(message(0, 10, 0));
  std::vector<FlowEvent> events;
  network.advance_to(Picoseconds{9'000}, events);
  network.start(message(1, 1, 1));
  CHECK(network.next_event() == Picoseconds{20'000});
}

TEST_CASE("Flow network: a message arrives after its last byte has left, by a latency per hop and one per message",
          "[key:flow.latency_per_hop][key:flow.latency_per_message][FLOW-3][FLOW-5][FLUID-21]") {
  const ListedTopology topology({0.001, 0.001, 0.001}, {{{0, 3}}, {{2, 1}}});
  MfsSolver solver(topology, {});
  FlowTiming timing;
  timing.latency_per_hop = Picoseconds{100};
  timing.latency_per_message = Picoseconds{7};
  FlowNetwork network(topology, solver, timing);
  network.start(message(0, 10, 0));
  network.start(message(1, 10, 1));
  CHECK(finish(network) == std::vector<Seen>{{20'000, Kind::kLeft, 0},
                                             {20'000, Kind::kLeft, 1},
                                             {20'107, Kind::kArrived, 1},
                                             {20'307, Kind::kArrived, 0}});
}

TEST_CASE("Flow network: a message without bytes leaves at once and arrives after the latency", "[FLOW-8]") {
  MfsSolver solver(one_link(), {});
  FlowTiming timing = resolution(1'000'000);
  timing.latency_per_message = Picoseconds{50};
  FlowNetwork network(one_link(), solver, timing);
  network.start(message(0, 0, 9));
  CHECK(network.next_event() == Picoseconds{0});
  CHECK(finish(network) == std::vector<Seen>{{0, Kind::kLeft, 9}, {50, Kind::kArrived, 9}});
}

TEST_CASE("Flow network: what happens at the same time is told in the order of starting", "[FLOW-6]") {
  MfsSolver solver(one_link(), {});
  FlowNetwork network(one_link(), solver, {});
  network.start(message(0, 10, 7));
  std::vector<FlowEvent> events;
  network.advance_to(network.next_event(), events);
  // The freed number goes to the first of the next ones, and the order is still theirs.
  for (const int node : {2, 0, 1}) network.start(message(node, 10, static_cast<std::uint64_t>(node)));
  std::vector<std::uint64_t> users;
  for (const Seen& one : finish(network)) users.push_back(one.user);
  CHECK(users == std::vector<std::uint64_t>{2, 2, 0, 0, 1, 1});
}

TEST_CASE("Flow network: refuses to go past an event or back in time", "[FLOW-10]") {
  MfsSolver solver(one_link(), {});
  FlowNetwork network(one_link(), solver, {});
  network.start(message(0, 10, 0));
  std::vector<FlowEvent> events;
  CHECK_THROWS_AS(network.advance_to(Picoseconds{10'001}, events), std::logic_error);
  network.advance_to(Picoseconds{5'000}, events);
  CHECK_THROWS_AS(network.advance_to(Picoseconds{4'999}, events), std::logic_error);
}

TEST_CASE("Flow network: bytes through a link count what is under way by its progress", "[FLOW-4]") {
  const ListedTopology topology({0.001, 0.002, 0.001}, {{{0, 2}}, {{1, 1}}});
  MfsSolver solver(topology, {});
  FlowNetwork network(topology, solver, {});
  network.start(message(0, 100, 0));
  network.start(message(1, 30, 1));
  CHECK(network.bytes_through(1) == 0);
  std::vector<FlowEvent> events;
  network.advance_to(Picoseconds{10'000}, events);
  CHECK(network.bytes_through(0) == Approx(10));
  CHECK(network.bytes_through(1) == Approx(20));
  CHECK(network.bytes_through(2) == Approx(0).margin(1e-9));
  finish(network);
  CHECK(network.bytes_through(0) == 100);
  CHECK(network.bytes_through(1) == 130);
}

TEST_CASE("Flow network: bytes of messages that share a link by turns add up to what the link has moved", "[FLOW-4]") {
  MfsSolver solver(one_link(), {});
  FlowNetwork network(one_link(), solver, {});
  network.start(message(0, 100, 0));
  std::vector<FlowEvent> events;
  network.advance_to(Picoseconds{4'000}, events);
  network.start(message(1, 3, 1));
  CHECK(network.bytes_through(0) == Approx(4));
  // Half of the link each until the short one has left at 10,000 ps, and 1 B per 1000 ps all the time.
  for (const std::uint64_t time : {6'000, 10'000, 25'000}) {
    while (network.next_event().count() < time) network.advance_to(network.next_event(), events);
    network.advance_to(Picoseconds{time}, events);
    CHECK(network.bytes_through(0) == Approx(static_cast<double>(time) / 1000));
  }
}

TEST_CASE("Flow network: every message leaves and arrives once, and its bytes pass every link of its route") {
  for (const auto kind : {FlowTopologyKind::kTorus, FlowTopologyKind::kMesh, FlowTopologyKind::kKaryNTree,
                          FlowTopologyKind::kHyperCrossbar}) {
    for (const std::uint64_t step : {0, 5'000'000}) {
      FlowTopologyConfig config;
      config.kind = kind;
      config.levels = 2;
      config.port.injection_bandwidth = BytesPerSecond{1'000'000'000};
      const auto topology = make_flow_topology(config);
      MfsSolver solver(*topology, {});
      FlowNetwork network(*topology, solver, resolution(step));
      const RandomStream random(5, static_cast<std::uint64_t>(kind));
      std::vector<double> expected(static_cast<std::size_t>(topology->links()), 0.0);
      std::vector<LinkRun> route;
      std::uint64_t draw = 0;
      std::vector<Seen> seen;
      for (std::uint64_t user = 0; user < 500; ++user) {
        FlowMessage one;
        one.source.node = static_cast<int>(random.below(draw++, 16));
        one.destination.node = (one.source.node + 1 + static_cast<int>(random.below(draw++, 15))) % 16;
        one.bytes = static_cast<double>(1 + random.below(draw++, 20'000));
        one.user = user;
        network.start(one);
        route.clear();
        topology->route(one.source, one.destination, route);
        for (const LinkRun& run : route) {
          for (LinkId link = run.first; link < run.first + run.count; ++link) {
            expected[static_cast<std::size_t>(link)] += one.bytes;
          }
        }
        if (random.below(draw++, 2) == 0) continue;
        std::vector<FlowEvent> events;
        network.advance_to(network.next_event(), events);
        for (const FlowEvent& event : events) seen.push_back({network.now().count(), event.kind, event.user});
      }
      const std::vector<Seen> rest = finish(network);
      seen.insert(seen.end(), rest.begin(), rest.end());
      std::set<std::pair<std::uint64_t, Kind>> once;
      for (const Seen& one : seen) REQUIRE(once.emplace(one.user, one.kind).second);
      CHECK(once.size() == 1000);
      for (LinkId link = 0; link < topology->links(); ++link) {
        REQUIRE(network.bytes_through(link) == expected[static_cast<std::size_t>(link)]);
      }
    }
  }
}

TEST_CASE("Flow network: flows in symmetric places end in the same picosecond") {
  FlowTopologyConfig config;
  config.dimensions = {7, 7};
  config.link_bandwidth = BytesPerSecond{1'100'000'000};
  const auto topology = make_flow_topology(config);
  MfsSolver solver(*topology, {});
  FlowNetwork network(*topology, solver, {});
  // Everybody sends the same way at once; the two kinds of messages differ in what they meet.
  for (int node = 0; node < 49; ++node) {
    for (const int offset : {1, 3, 16, 3 * 7 + 3}) {
      FlowMessage one;
      one.source.node = node;
      const int x = (node % 7 + offset % 7) % 7;
      const int y = (node / 7 + offset / 7) % 7;
      one.destination.node = x + 7 * y;
      one.bytes = 33'333;
      one.user = static_cast<std::uint64_t>(offset);
      network.start(one);
    }
  }
  std::set<std::pair<std::uint64_t, std::uint64_t>> ends;
  for (const Seen& one : finish(network)) ends.emplace(one.user, one.time);
  CHECK(ends.size() == 4);
}

}  // namespace
}  // namespace tactus
