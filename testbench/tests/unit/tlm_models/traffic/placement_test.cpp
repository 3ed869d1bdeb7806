#include "tlm_models/traffic/placement.h"

#include <numeric>
#include <set>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/traffic/untimed_run.h"

namespace tactus {
namespace {

const TorusShape kShape{4, 4};

WorkloadConfig placed(Algorithm algorithm, Placement placement = Placement::kRandom) {
  WorkloadConfig config;
  config.algorithm = algorithm;
  config.placement = placement;
  config.repetitions = 2;
  return config;
}

TEST_CASE("Placement: every node has one rank, and the seed decides which", "[ALGORITHM-23][key:workload.placement]") {
  std::set<std::vector<int>> seen;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const std::vector<int> nodes = random_placement(16, seed);
    CHECK(std::set<int>(nodes.begin(), nodes.end()).size() == 16);
    CHECK(nodes == random_placement(16, seed));
    seen.insert(nodes);
  }
  CHECK(seen.size() == 50);
}

TEST_CASE("Placement: every node is as likely as any other") {
  // 4000 draws of 1/8: 500 expected, 21 the standard deviation.
  std::vector<int> count(8);
  for (std::uint64_t seed = 0; seed < 4000; ++seed) ++count[static_cast<std::size_t>(random_placement(8, seed)[3])];
  for (const int times : count) CHECK(std::abs(times - 500) < 100);
}

TEST_CASE("Placement: a node does what its rank does, to the nodes of the rank's peers",
          "[ALGORITHM-3][ALGORITHM-7][ALGORITHM-23]") {
  const auto ordered = Workload::make(placed(Algorithm::kA2at, Placement::kOrdered), kShape, 5);
  const auto random = Workload::make(placed(Algorithm::kA2at), kShape, 5);
  const std::vector<int> node_of_rank = random_placement(16, 5);
  for (int rank = 0; rank < 16; ++rank) {
    const int node = node_of_rank[static_cast<std::size_t>(rank)];
    const std::vector<Op> of_rank = ops_of(*ordered, rank);
    const std::vector<Op> of_node = ops_of(*random, node);
    REQUIRE(of_rank.size() == of_node.size());
    for (std::size_t i = 0; i < of_rank.size(); ++i) {
      const Op& a = of_rank[i];
      const Op& b = of_node[i];
      REQUIRE((a.kind == b.kind && a.nic == b.nic && a.tag == b.tag && a.sequence == b.sequence));
      if (a.kind != OpKind::kIsend && a.kind != OpKind::kIrecv) continue;
      REQUIRE(kShape.node(b.peer) == node_of_rank[static_cast<std::size_t>(kShape.node(a.peer))]);
      if (a.kind != OpKind::kIsend) continue;
      REQUIRE(b.x_negative == (b.peer.x < kShape.coordinate(node).x));
      REQUIRE(b.y_negative == (b.peer.y < kShape.coordinate(node).y));
    }
  }
}

TEST_CASE("Placement: every closed-loop algorithm completes on random nodes, with the same messages and bytes") {
  for (const Algorithm algorithm :
       {Algorithm::kA2at, Algorithm::kPairwise, Algorithm::kRing, Algorithm::kA2ass2d, Algorithm::kNearestNeighbour,
        Algorithm::kPermutation, Algorithm::kBroadcast, Algorithm::kBarrier, Algorithm::kPingPong}) {
    const auto ordered = Workload::make(placed(algorithm, Placement::kOrdered), kShape, 9);
    const auto random = Workload::make(placed(algorithm), kShape, 9);
    CHECK(random->messages() == ordered->messages());
    CHECK(random->bytes() == ordered->bytes());
    CHECK(random->ideal_time({}) == ordered->ideal_time({}));
    CHECK(random->sequences().size() == ordered->sequences().size());
    std::uint64_t received = 0;
    UntimedRun run(*random, kShape, 3);
    run.on_received = [&](int, const Op&) { ++received; };
    REQUIRE(run.run());
    CHECK(received == random->messages());
  }
}

}  // namespace
}  // namespace tactus
