#include "testbench/app/attribution/congestion_trees.h"

#include <map>

#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

constexpr NetworkShape kTorus{4, 1};
constexpr RouterPorts kPorts{2, 4};
constexpr int kPlus = static_cast<int>(Direction::kPlusX);
constexpr int kMinus = static_cast<int>(Direction::kMinusX);

/// A packet of 10 flits on VC 0 in front of a queue, with so many credits.
WaitingPacket waits(int node, int in_port, int out_port, int credits) {
  return {node, in_port, 0, out_port, 0, 10, credits, {}};
}

using Place = std::pair<int, int>;  ///< node and port

bool lacks(const WaitingPacket& packet, RouterPorts ports = kPorts) {
  return packet.out_port < ports.directions() && packet.credits < packet.flits;
}

/// A network and what waits at its routers, once.
struct Sample {
  NetworkShape network;
  RouterPorts ports;
  std::vector<WaitingPacket> waiting;
};

bool lacks(const Sample& sample, Place output) {
  return std::any_of(sample.waiting.begin(), sample.waiting.end(), [&](const WaitingPacket& packet) {
    return Place{packet.node, packet.out_port} == output && lacks(packet, sample.ports);
  });
}

/// What the first packet that lacks credits of `output` waits for: of the fronts of the buffer behind it, one that
/// lacks credits, else any, and of these the lowest. `output` itself if there is none.
Place behind(const Sample& sample, Place output) {
  const NetworkShape& network = sample.network;
  const auto lacks = [&](const WaitingPacket& packet) { return tactus::lacks(packet, sample.ports); };
  for (const WaitingPacket& packet : sample.waiting) {
    if (Place{packet.node, packet.out_port} != output || !lacks(packet)) continue;
    const auto direction = static_cast<Direction>(packet.out_port);
    const int next = network.node(network.neighbour(network.coordinate(packet.node), direction));
    std::map<std::pair<bool, Place>, int> fronts;
    for (const WaitingPacket& front : sample.waiting) {
      const bool there = front.node == next && front.in_port == static_cast<int>(opposite(direction));
      if (there && front.in_vc == packet.out_vc) fronts[{!lacks(front), {front.node, front.out_port}}] = 1;
    }
    if (!fronts.empty()) return fronts.begin()->first.second;
  }
  return output;
}

/// The root of one output, found on its own.
Place root_of(const Sample& sample, Place output) {
  std::vector<Place> way = {output};
  for (;;) {
    const Place next = lacks(sample, way.back()) ? behind(sample, way.back()) : way.back();
    if (next == way.back()) return next;
    const auto seen = std::find(way.begin(), way.end(), next);
    if (seen != way.end()) return *std::min_element(seen, way.end());
    way.push_back(next);
  }
}

/// A ring or row in each of up to six dimensions, at most 729 nodes, and one to eight NICs.
Sample random_network(Dice& dice) {
  NetworkShape network{};
  network.sizes = {};
  const int dimensions = dice.between(1, kMaxDimensions);
  for (int d = 0; d < dimensions; ++d) {
    network.sizes.push_back(dice.between(2, dimensions > 4 ? 3 : 5));
    network.wrap.push_back(dice.chance(70));
  }
  return {network, {dimensions, dice.between(1, kMaxNics)}, {}};
}

std::vector<WaitingPacket> random_waiting(const Sample& of, Dice& dice) {
  std::vector<WaitingPacket> waiting;
  for (int node = 0; node < of.network.nodes(); ++node) {
    const Coordinate here = of.network.coordinate(node);
    for (int port = 0; port < of.ports.count(); ++port) {
      for (int vc = 0; vc < 2; ++vc) {
        if (dice.below(3) == 0) continue;
        const int way = dice.below(2);
        const bool leaves = dice.below(4) != 0 && of.network.has_link(here, static_cast<Direction>(way));
        const int out_port = leaves ? way : of.ports.nic_port(dice.below(of.ports.nics()));
        waiting.push_back({node, port, vc, out_port, dice.below(2), 10, dice.below(14), {}});
      }
    }
  }
  return waiting;
}

}  // namespace

TEST_CASE("CongestionTrees: each output that lacks credits counts at the root that its own way leads to",
          "[ATTRIBUTION-8]") {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    CAPTURE(seed);
    Dice dice(seed);
    Sample sample = seed % 2 == 0 ? Sample{{5, 2}, kPorts, {}} : random_network(dice);
    sample.waiting = random_waiting(sample, dice);
    std::map<Place, std::map<Place, int>> expected;  // by root: its outputs
    for (const WaitingPacket& packet : sample.waiting) {
      const Place output{packet.node, packet.out_port};
      if (lacks(sample, output)) expected[root_of(sample, output)][output] = 1;
    }
    CongestionTrees trees(sample.network, sample.ports);
    trees.sample(40, 7, random_waiting(sample, dice));  // leaves nothing behind
    trees.sample(50, 1, sample.waiting);
    std::size_t found = 0;
    for (const CongestionTree& tree : trees.trees()) {
      if (tree.end != 50) continue;
      ++found;
      const Place root{tree.root.node, tree.root.port};
      REQUIRE(expected.count(root) == 1);
      if (tree.begin == 50) REQUIRE(tree.most_outputs == static_cast<int>(expected[root].size()));
    }
    REQUIRE(found == expected.size());
  }
}

TEST_CASE("CongestionTrees: outputs that lack credits lead to the one that does not", "[ATTRIBUTION-8]") {
  CongestionTrees trees(kTorus, kPorts);
  // (0) waits for room at (1), whose packet waits for room at (2), whose packet wants the NIC.
  const std::vector<WaitingPacket> chain = {waits(0, kPorts.nic_port(0), kPlus, 3),
                                            waits(0, kPorts.nic_port(1), kPlus, 3), waits(1, kMinus, kPlus, 9),
                                            waits(2, kMinus, kPorts.nic_port(2), 10)};
  trees.sample(100, 50, chain);
  trees.sample(150, 50, chain);
  REQUIRE(trees.trees().size() == 1);
  const CongestionTree tree = trees.trees().front();
  CHECK(tree.root.node == 2);
  CHECK(tree.root.port == kPorts.nic_port(2));
  CHECK_FALSE(tree.circular);
  CHECK(tree.begin == 100);
  CHECK(tree.end == 150);
  CHECK(tree.most_outputs == 2);
  CHECK(tree.most_packets == 4);
  CHECK(tree.packet_cycles == 4 * 100);
}

TEST_CASE("CongestionTrees: a root that is away for a sample is another tree when it comes back", "[ATTRIBUTION-8]") {
  CongestionTrees trees(kTorus, kPorts);
  const std::vector<WaitingPacket> jam = {waits(0, kPorts.nic_port(0), kPlus, 0),
                                          waits(1, kMinus, kPorts.nic_port(0), 10)};
  trees.sample(50, 50, jam);
  trees.sample(100, 50, {});
  trees.sample(150, 50, jam);
  trees.sample(200, 50, jam);
  REQUIRE(trees.trees().size() == 2);
  CHECK(trees.trees()[0].begin == 150);
  CHECK(trees.trees()[0].packet_cycles == 2 * 100);
  CHECK(trees.trees()[1].end == 50);
}

TEST_CASE("CongestionTrees: outputs that wait in a circle have the lowest of them as root", "[ATTRIBUTION-8]") {
  CongestionTrees trees(kTorus, kPorts);
  std::vector<WaitingPacket> ring;
  for (int node = 0; node < 4; ++node) ring.push_back(waits(node, kMinus, kPlus, 0));
  ring.push_back(waits(3, kPorts.nic_port(0), kPlus, 0));
  trees.sample(50, 50, ring);
  REQUIRE(trees.trees().size() == 1);
  const CongestionTree tree = trees.trees().front();
  CHECK(tree.circular);
  CHECK(tree.root.node == 0);
  CHECK(tree.root.port == kPlus);
  CHECK(tree.most_outputs == 4);
  CHECK(tree.most_packets == 5);
}

TEST_CASE("CongestionTrees: packets that have their credits are no tree", "[ATTRIBUTION-8]") {
  CongestionTrees trees(kTorus, kPorts);
  trees.sample(50, 50, {waits(0, kMinus, kPlus, 10), waits(1, kMinus, kPorts.nic_port(0), 0)});
  CHECK(trees.trees().empty());
}

}  // namespace tactus
