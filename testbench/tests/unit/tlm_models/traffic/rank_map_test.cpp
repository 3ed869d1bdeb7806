#include "tlm_models/traffic/rank_map.h"

#include <set>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/traffic/untimed_run.h"
#include "tlm_models/traffic/placement.h"

namespace tactus {
namespace {

const NetworkShape kTorus{4, 3};

Op send_to(int peer, std::optional<OffsetSigns> signs = {}) {
  Op op;
  op.kind = OpKind::kIsend;
  op.peer = peer;
  op.signs = signs;
  return op;
}

/// Processor of each rank, on nodes of one rank.
std::vector<int> random_placement(int ranks, std::uint64_t seed) {
  return policy(PlacementName("random")).processors({NetworkShape{ranks}, 1}, seed);
}

TEST_CASE("RankMap: in order, each node has the ranks of its numbers, place by place", "[ALGORITHM-3]") {
  const RankMap map({kTorus, 3});
  CHECK(map.ranks() == 36);
  for (int rank = 0; rank < 36; ++rank) {
    CHECK(map.processor(rank) == rank);
    CHECK(map.node(rank) == rank / 3);
    CHECK(map.place(rank) == rank % 3);
    CHECK(kTorus.node(map.coordinate(rank)) == rank / 3);
    CHECK(map.rank(rank / 3, rank % 3) == rank);
  }
}

TEST_CASE("RankMap: a random placement gives every processor one rank, and the seed decides which",
          "[ALGORITHM-23][key:workload.placement]") {
  std::set<std::vector<int>> seen;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const std::vector<int> processors = random_placement(16, seed);
    CHECK(std::set<int>(processors.begin(), processors.end()).size() == 16);
    CHECK(processors == random_placement(16, seed));
    seen.insert(processors);
  }
  CHECK(seen.size() == 50);
}

TEST_CASE("RankMap: every processor is as likely as any other") {
  // 4000 draws of 1/8: 500 expected, 21 the standard deviation.
  std::vector<int> count(8);
  for (std::uint64_t seed = 0; seed < 4000; ++seed) ++count[static_cast<std::size_t>(random_placement(8, seed)[3])];
  for (const int times : count) CHECK(std::abs(times - 500) < 100);
}

TEST_CASE("RankMap: placed ranks are found where they run, and their processors have them",
          "[ALGORITHM-3][ALGORITHM-23]") {
  WorkloadConfig config;
  config.placement = "random";
  config.ranks_per_node = 2;
  const RankMap map = RankMap::make(config, kTorus, 5);
  const std::vector<int> processors = random_placement(24, 5);
  int elsewhere = 0;
  for (int rank = 0; rank < 24; ++rank) {
    const int processor = processors[static_cast<std::size_t>(rank)];
    CHECK(map.node(rank) == processor / 2);
    CHECK(map.place(rank) == processor % 2);
    CHECK(map.rank(processor) == rank);
    CHECK(map.rank(processor / 2, processor % 2) == rank);
    elsewhere += processor == rank ? 0 : 1;
  }
  CHECK(elsewhere > 12);
}

TEST_CASE("RankMap: signs are the algorithm's in order, and those of the nodes' plain difference otherwise",
          "[ALGORITHM-7][ALGORITHM-23]") {
  const RankMap ordered({kTorus, 2});
  // Node 1 is (1,0), node 6 is (2,1).
  CHECK(ordered.signs(2, send_to(12)) == OffsetSigns(0U));
  CHECK(ordered.signs(12, send_to(2)) == OffsetSigns(3U));
  CHECK(ordered.signs(2, send_to(12, OffsetSigns(1U))) == OffsetSigns(1U));
  WorkloadConfig config;
  config.placement = "random";
  const RankMap placed = RankMap::make(config, kTorus, 9);
  for (int rank = 0; rank < 12; ++rank) {
    for (int peer = 0; peer < 12; ++peer) {
      const Coordinate from = kTorus.coordinate(random_placement(12, 9)[static_cast<std::size_t>(rank)]);
      const Coordinate to = kTorus.coordinate(random_placement(12, 9)[static_cast<std::size_t>(peer)]);
      const OffsetSigns expected((to[0] < from[0] ? 1U : 0U) | (to[1] < from[1] ? 2U : 0U));
      REQUIRE(placed.signs(rank, send_to(peer, OffsetSigns(3U))) == expected);
    }
  }
}

TEST_CASE("RankMap: names say where a rank runs") {
  CHECK(RankMap({kTorus, 1}).name(5) == "(1,1)");
  CHECK(RankMap({kTorus, 4}).name(22) == "(1,1).2");
  CHECK(RankMap({{12}, 1}).name(5) == "(5)");
  CHECK(RankMap({{3, 2, 2}, 1}).name(10) == "(1,1,1)");
  CHECK(RankMap({NetworkShape::of_numbers(12), 1}).name(5) == "5");
  CHECK(RankMap({NetworkShape::of_numbers(12), 4}).name(22) == "5.2");
}

TEST_CASE("Placement: leaves programs as they are, and sequences without hops", "[ALGORITHM-23]") {
  WorkloadConfig config;
  config.algorithm = "ring";
  const auto ordered = Workload::make(config, kTorus, 9);
  config.placement = "random";
  const auto random = Workload::make(config, kTorus, 9);
  CHECK(random->ideal_time({}) == ordered->ideal_time({}));
  REQUIRE(random->sequences().size() == ordered->sequences().size());
  for (const SequenceInfo& info : random->sequences()) CHECK(info.hops == 0);
  for (int rank = 0; rank < 12; ++rank) {
    const std::vector<Op> a = ops_of(*ordered, rank);
    const std::vector<Op> b = ops_of(*random, rank);
    REQUIRE(a.size() == b.size());
    for (std::size_t i = 0; i < a.size(); ++i) REQUIRE((a[i].kind == b[i].kind && a[i].peer == b[i].peer));
  }
}

}  // namespace
}  // namespace tactus
