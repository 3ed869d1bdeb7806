#include "testbench/app/attribution/congestion_trees.h"

#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

constexpr NetworkShape kTorus{4, 1};
constexpr int kPlus = static_cast<int>(Direction::kPlusX);
constexpr int kMinus = static_cast<int>(Direction::kMinusX);

/// A packet of 10 flits on VC 0 in front of a queue, with so many credits.
WaitingPacket waits(int node, int in_port, int out_port, int credits) {
  return {node, in_port, 0, out_port, 0, 10, credits, {}};
}

}  // namespace

TEST_CASE("CongestionTrees: outputs that lack credits lead to the one that does not", "[ATTRIBUTION-8]") {
  CongestionTrees trees(kTorus);
  // (0) waits for room at (1), whose packet waits for room at (2), whose packet wants the NIC.
  const std::vector<WaitingPacket> chain = {waits(0, nic_port(0), kPlus, 3), waits(0, nic_port(1), kPlus, 3),
                                            waits(1, kMinus, kPlus, 9), waits(2, kMinus, nic_port(2), 10)};
  trees.sample(100, 50, chain);
  trees.sample(150, 50, chain);
  REQUIRE(trees.trees().size() == 1);
  const CongestionTree tree = trees.trees().front();
  CHECK(tree.root.node == 2);
  CHECK(tree.root.port == nic_port(2));
  CHECK_FALSE(tree.circular);
  CHECK(tree.begin == 100);
  CHECK(tree.end == 150);
  CHECK(tree.most_outputs == 2);
  CHECK(tree.most_packets == 4);
  CHECK(tree.packet_cycles == 4 * 100);
}

TEST_CASE("CongestionTrees: a root that is away for a sample is another tree when it comes back", "[ATTRIBUTION-8]") {
  CongestionTrees trees(kTorus);
  const std::vector<WaitingPacket> jam = {waits(0, nic_port(0), kPlus, 0), waits(1, kMinus, nic_port(0), 10)};
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
  CongestionTrees trees(kTorus);
  std::vector<WaitingPacket> ring;
  for (int node = 0; node < 4; ++node) ring.push_back(waits(node, kMinus, kPlus, 0));
  ring.push_back(waits(3, nic_port(0), kPlus, 0));
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
  CongestionTrees trees(kTorus);
  trees.sample(50, 50, {waits(0, kMinus, kPlus, 10), waits(1, kMinus, nic_port(0), 0)});
  CHECK(trees.trees().empty());
}

}  // namespace tactus
