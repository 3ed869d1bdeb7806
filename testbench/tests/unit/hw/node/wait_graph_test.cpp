#include "hw/node/wait_graph.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <vector>

#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

constexpr NetworkShape kShape{5, 4};
constexpr int kNics = 4;
constexpr RouterPorts kPorts{2, kNics};

/// `a` wants room in the buffer that `b` is at the front of.
bool waits_for(const WaitingPacket& a, const WaitingPacket& b) {
  if (kPorts.is_nic(a.out_port) || a.credits >= a.flits) return false;
  const auto direction = static_cast<Direction>(a.out_port);
  // The node last, which takes longest to find.
  return b.in_vc == a.out_vc && b.in_port == static_cast<int>(opposite(direction)) &&
         b.node == kShape.node(kShape.neighbour(kShape.coordinate(a.node), direction));
}

/// Whether anybody is left when all who wait for nobody have gone, again and again.
bool has_cycle(std::vector<WaitingPacket> packets) {
  for (bool changed = true; changed;) {
    const auto free = [&](const WaitingPacket& a) {
      return std::none_of(packets.begin(), packets.end(), [&](const auto& b) { return waits_for(a, b); });
    };
    const auto found = std::find_if(packets.begin(), packets.end(), free);
    changed = found != packets.end();
    if (changed) packets.erase(found);
  }
  return !packets.empty();
}

bool is_cycle(const std::vector<int>& cycle, const std::vector<WaitingPacket>& packets) {
  if (std::set<int>(cycle.begin(), cycle.end()).size() != cycle.size()) return false;
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    const auto from = static_cast<std::size_t>(cycle[i]);
    const auto to = static_cast<std::size_t>(cycle[(i + 1) % cycle.size()]);
    if (!waits_for(packets[from], packets[to])) return false;
  }
  return !cycle.empty();
}

WaitingPacket random_packet(Dice& dice, int blocked_percent) {
  WaitingPacket packet;
  packet.node = dice.below(kShape.nodes());
  packet.in_port = dice.below(dice.chance(80) ? kPorts.directions() : kPorts.count());
  packet.in_vc = dice.below(2);
  packet.out_port = dice.below(dice.chance(80) ? kPorts.directions() : kPorts.count());
  packet.out_vc = dice.below(2);
  packet.flits = dice.between(2, 9);
  packet.credits = dice.chance(blocked_percent) ? dice.below(packet.flits) : dice.between(packet.flits, 12);
  packet.header.inject_cycle = 0xFFFFFF00U + static_cast<std::uint32_t>(dice.below(1000));
  return packet;
}

/// Packets that wait for each other along a random closed walk through the torus.
std::vector<WaitingPacket> circular_wait(Dice& dice) {
  std::vector<int> walk;
  const int x_pairs = dice.between(0, 3);
  const int y_pairs = dice.between(x_pairs == 0 ? 1 : 0, 3);
  for (int i = 0; i < x_pairs; ++i) walk.insert(walk.end(), {0, 1});
  for (int i = 0; i < y_pairs; ++i) walk.insert(walk.end(), {2, 3});
  for (std::size_t i = walk.size(); i > 1; --i)
    std::swap(walk[i - 1], walk[static_cast<std::size_t>(dice.below(static_cast<int>(i)))]);
  Coordinate at = kShape.coordinate(dice.below(kShape.nodes()));
  int in_port = static_cast<int>(opposite(static_cast<Direction>(walk.back())));
  const int first_vc = dice.below(2);
  int in_vc = first_vc;
  std::vector<WaitingPacket> packets;
  for (std::size_t i = 0; i < walk.size(); ++i) {
    WaitingPacket packet = random_packet(dice, 100);
    packet.node = kShape.node(at);
    packet.in_port = in_port;
    packet.in_vc = in_vc;
    packet.out_port = walk[i];
    if (i + 1 == walk.size()) packet.out_vc = first_vc;
    packets.push_back(packet);
    at = kShape.neighbour(at, static_cast<Direction>(walk[i]));
    in_port = static_cast<int>(opposite(static_cast<Direction>(walk[i])));
    in_vc = packet.out_vc;
  }
  return packets;
}

/// Of the buffer that a packet is in, and of the one that it wants.
struct Vcs {
  int in;
  int out;
};

WaitingPacket blocked_at(Coordinate node, Direction in, Direction out, Vcs vcs, int credits,
                         std::uint32_t inject_cycle) {
  WaitingPacket packet;
  packet.node = kShape.node(node);
  packet.in_port = static_cast<int>(in);
  packet.in_vc = vcs.in;
  packet.out_port = static_cast<int>(out);
  packet.out_vc = vcs.out;
  packet.flits = 9;
  packet.credits = credits;
  packet.header.source = {4, 3};
  packet.header.destination = {2, 1};
  packet.header.inject_cycle = inject_cycle;
  return packet;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("WaitGraph: finds a circular wait if and only if there is one", "[TORUS-17][long]") {
  Dice dice(4);
  int cyclic = 0;
  constexpr int kGraphs = 3000;
  for (int graph = 0; graph < kGraphs; ++graph) {
    std::vector<WaitingPacket> packets;
    const int size = dice.between(0, 300);
    const int blocked_percent = dice.between(10, 90);
    for (int i = 0; i < size; ++i) packets.push_back(random_packet(dice, blocked_percent));
    const WaitGraph waits(kShape, kNics, packets);
    const std::vector<int> cycle = waits.find_cycle();
    const bool expected = has_cycle(packets);
    cyclic += expected ? 1 : 0;
    if (expected != !cycle.empty()) FAIL("graph " << graph);
    if (expected && !is_cycle(cycle, packets)) FAIL("graph " << graph << ": that is no cycle");
  }
  CHECK(cyclic > kGraphs / 10);
  CHECK(cyclic < kGraphs * 9 / 10);
}

TEST_CASE("WaitGraph: finds a circular wait planted among packets that wait for others", "[TORUS-17]") {
  Dice dice(5);
  for (int graph = 0; graph < 1000; ++graph) {
    std::vector<WaitingPacket> packets = circular_wait(dice);
    REQUIRE(has_cycle(packets));
    const int others = dice.below(60);
    for (int i = 0; i < others; ++i) {
      const auto at = packets.begin() + dice.below(static_cast<int>(packets.size()) + 1);
      packets.insert(at, random_packet(dice, 50));
    }
    const WaitGraph waits(kShape, kNics, packets);
    if (!is_cycle(waits.find_cycle(), packets)) FAIL("graph " << graph);
  }
}

TEST_CASE("WaitGraph: without a circle, the chain leads from the oldest packet to one that waits for nobody",
          "[TORUS-18]") {
  Dice dice(6);
  int chains = 0;
  while (chains < 1000) {
    std::vector<WaitingPacket> packets;
    const int size = dice.between(1, 60);
    for (int i = 0; i < size; ++i) packets.push_back(random_packet(dice, 60));
    if (has_cycle(packets)) continue;
    ++chains;
    const std::vector<int> chain = WaitGraph(kShape, kNics, packets).chain_from_oldest();
    REQUIRE_FALSE(chain.empty());
    const auto at = [&](int i) -> const WaitingPacket& { return packets[static_cast<std::size_t>(i)]; };
    const auto age = [&](const WaitingPacket& p) { return p.header.inject_cycle - 0xFFFFFF00U; };
    bool good = true;
    for (const WaitingPacket& p : packets) good = good && age(at(chain.front())) <= age(p);
    for (std::size_t i = 0; i + 1 < chain.size(); ++i) good = good && waits_for(at(chain[i]), at(chain[i + 1]));
    for (const WaitingPacket& p : packets) good = good && !waits_for(at(chain.back()), p);
    REQUIRE(good);
  }
}

TEST_CASE("WaitGraph: the report of a circular wait names packets, VCs and credits", "[TORUS-17]") {
  std::vector<WaitingPacket> packets;
  for (int x = 0; x < kShape.size(0); ++x) {
    const Vcs vcs{x, (x + 1) % kShape.size(0)};
    packets.push_back(blocked_at({x, 2}, Direction::kMinusX, Direction::kPlusX, vcs, x, 70));
  }
  const std::string text = WaitGraph(kShape, kNics, packets).report([](int, int, int) { return 0; });
  CAPTURE(text);
  CHECK(contains(text, "Circular wait of 5 packets"));
  // 20 nodes of four engines; the source is node 3 * 5 + 4, its engine 0.
  CHECK(contains(text, fmt::format("packet {}, (4,3) -> (2,1) of 9 flits, injected in cycle 70", 70 * 80 + 19 * 4)));
  for (int x = 0; x < kShape.size(0); ++x) {
    CHECK(contains(
        text, fmt::format("in router ({0},2), port minus_x, VC {0}; wants plus_x VC {1}: {0} credits of 9 needed", x,
                          (x + 1) % kShape.size(0))));
  }
}

TEST_CASE("WaitGraph: the report of lost credits names the buffer that has room and the packet that is not told",
          "[TORUS-18]") {
  const std::vector<WaitingPacket> packets = {
      blocked_at({1, 1}, Direction::kMinusX, Direction::kPlusX, {0, 1}, 3, 50),
      blocked_at({2, 1}, Direction::kMinusX, Direction::kPlusY, {1, 0}, 0, 90),
  };
  const auto occupancy = [](int node, int port, int vc) {
    return node == kShape.node({2, 2}) && port == static_cast<int>(Direction::kMinusY) && vc == 0 ? 4 : -1;
  };
  const std::string text = WaitGraph(kShape, kNics, packets).report(occupancy);
  CAPTURE(text);
  CHECK_FALSE(contains(text, "Circular"));
  CHECK(text.find("injected in cycle 50") < text.find("injected in cycle 90"));
  CHECK(contains(text, "The buffer behind that port holds 4 flits: credits have been lost."));
}

TEST_CASE("WaitGraph: finds the circle of a ring in three dimensions, and names places by three numbers",
          "[TORUS-17]") {
  constexpr NetworkShape kCube{3, 2, 4};
  std::vector<WaitingPacket> packets;
  for (int z = 0; z < 4; ++z) {
    WaitingPacket packet = blocked_at({0, 0}, Direction::kMinusZ, Direction::kPlusZ, {0, 0}, 0, 7);
    packet.node = kCube.node({2, 1, z});
    packet.header.source = {2, 0, z};
    packet.header.destination = {2, 1, (z + 2) % 4};
    packets.push_back(packet);
  }
  const WaitGraph waits(kCube, kNics, packets);
  CHECK(waits.find_cycle().size() == 4);
  const std::string text = waits.report([](int, int, int) { return 0; });
  CAPTURE(text);
  CHECK(contains(text, "Circular wait of 4 packets"));
  CHECK(contains(text, "(2,0,3) -> (2,1,1) of 9 flits"));
  CHECK(contains(text, "in router (2,1,3), port minus_z, VC 0; wants plus_z VC 0: 0 credits of 9 needed"));
  // One that leaves the router by a NIC, whose port comes after six directions, waits for nobody.
  packets[1].out_port = RouterPorts(3, 1).nic_port(0);
  CHECK(WaitGraph(kCube, kNics, packets).find_cycle().empty());
}

TEST_CASE("WaitGraph: an empty network waits for nobody") {
  const WaitGraph waits(kShape, kNics, {});
  CHECK(waits.find_cycle().empty());
  CHECK(waits.chain_from_oldest().empty());
  CHECK(contains(waits.report([](int, int, int) { return 0; }), "0 packets wait"));
}

}  // namespace tactus
