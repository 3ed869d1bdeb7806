#include <map>
#include <set>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/config_faults.h"
#include "testbench/tests/unit/tlm_models/traffic/untimed_run.h"
#include "tlm_models/traffic/algorithm.h"
#include "tlm_models/traffic/workload.h"

namespace tactus {
namespace {

using namespace literals;

WorkloadConfig config_of(const AlgorithmName& algorithm, int per_node) {
  WorkloadConfig config;
  config.algorithm = algorithm;
  config.message_size = 1000_B;
  config.ranks_per_node = per_node;
  config.repetitions = 2;
  return config;
}

struct Case {
  NetworkShape network;
  int per_node;
};

const std::vector<Case> kAllToAll = {{{2, 2}, 2}, {{3, 3}, 3}, {{4, 4}, 2}, {{5, 5}, 4}};

/// Destinations of a rank's sends, by the sequence in which they are made.
std::multimap<int, int> destinations(const Workload& workload, int rank) {
  std::multimap<int, int> found;
  int sequence = 0;
  for (const Op& op : ops_of(workload, rank)) {
    if (op.kind == OpKind::kBeginSequence) sequence = op.sequence;
    if (op.kind == OpKind::kIsend) found.emplace(sequence, op.peer);
  }
  return found;
}

void check_all_to_all(const AlgorithmName& algorithm, const Case& c) {
  const auto workload = Workload::make(config_of(algorithm, c.per_node), c.network);
  const int ranks = c.network.nodes() * c.per_node;
  CAPTURE(c.network.size(0), c.network.size(1), c.per_node);
  CHECK(workload->messages() == static_cast<std::uint64_t>(ranks) * static_cast<std::uint64_t>(ranks - 1));
  for (int rank = 0; rank < ranks; ++rank) {
    std::set<int> reached;
    for (const auto& [sequence, peer] : destinations(*workload, rank)) REQUIRE(reached.insert(peer).second);
    REQUIRE(reached.size() == static_cast<std::size_t>(ranks - 1));
    REQUIRE(reached.count(rank) == 0);
  }
  for (std::uint64_t seed = 0; seed < 3; ++seed) REQUIRE(UntimedRun(*workload, ranks, seed).run());
}

TEST_CASE("Ranks per node: in every all-to-all each two ranks exchange once, in any order of execution",
          "[ALGORITHM-25][ALGORITHM-28][key:workload.ranks_per_node]") {
  for (const Case& c : kAllToAll) check_all_to_all("a2at", c);
  for (const Case& c : kAllToAll) check_all_to_all("ring", c);
  for (const Case& c : {Case{{2, 2}, 2}, Case{{4, 2}, 4}, Case{{4, 4}, 8}}) check_all_to_all("pwx", c);
  for (const Case& c : {Case{{2, 2}, 4}, Case{{2, 4}, 2}, Case{{3, 3}, 4}}) check_all_to_all("a2ass2d", c);
}

TEST_CASE("Ranks per node: A2at runs a sequence for each offsets and shift of places, then the shifts within the node",
          "[ALGORITHM-25]") {
  constexpr int kPer = 3;
  const NetworkShape torus{3, 3};
  const auto alone = Workload::make(config_of("a2at", 1), torus);
  const auto several = Workload::make(config_of("a2at", kPer), torus);
  const std::size_t outside = alone->sequences().size() * kPer;
  REQUIRE(several->sequences().size() == outside + kPer - 1);
  for (int rank = 0; rank < 27; ++rank) {
    const auto one = destinations(*alone, rank / kPer);
    std::multimap<int, int> expected;
    for (const auto& [sequence, node] : one) {
      for (int shift = 0; shift < kPer; ++shift) {
        expected.emplace((sequence - 1) * kPer + shift + 1, node * kPer + (rank + shift) % kPer);
      }
    }
    for (int shift = 1; shift < kPer; ++shift) {
      expected.emplace(static_cast<int>(outside) + shift, rank / kPer * kPer + (rank + shift) % kPer);
    }
    CHECK(destinations(*several, rank) == expected);
  }
  for (std::size_t i = 0; i < several->sequences().size(); ++i) {
    const SequenceInfo& info = several->sequences()[i];
    CHECK(info.index == static_cast<int>(i) + 1);
    CHECK(info.phase == (i < outside ? alone->sequences()[i / kPer].phase : 7));
    CHECK(info.hops == (i < outside ? alone->sequences()[i / kPer].hops : 0));
  }
}

TEST_CASE("Ranks per node: the ideal time is that of m^2 messages between every two nodes") {
  for (const AlgorithmName algorithm : {"a2at", "pwx", "ring", "a2ass2d"}) {
    const auto alone = Workload::make(config_of(algorithm, 1), {4, 4})->ideal_time({});
    const auto several = Workload::make(config_of(algorithm, 4), {4, 4})->ideal_time({});
    CHECK(*several == *alone * 16);
  }
}

TEST_CASE("Ranks per node: the hop count given for a sequence is the largest of its messages") {
  for (const std::string& algorithm :
       algorithms_that([](const AlgorithmPolicy& each) { return each.make != nullptr; })) {
    if (policy(AlgorithmName(algorithm)).message_list || policy(AlgorithmName(algorithm)).schedule) continue;
    const RankShape shape{{4, 4}, 4};
    const auto misfit = policy(AlgorithmName(algorithm)).misfit;
    if (misfit != nullptr && !misfit(shape).empty()) continue;
    const auto workload = Workload::make(config_of(algorithm, shape.per_node), shape.nodes);
    std::map<int, int> farthest;
    for (int rank = 0; rank < shape.ranks(); ++rank) {
      for (const auto& [sequence, peer] : destinations(*workload, rank)) {
        farthest[sequence] = std::max(farthest[sequence], shape.hops(rank, peer));
      }
    }
    for (const SequenceInfo& info : workload->sequences()) {
      CAPTURE(algorithm, info.index);
      CHECK(info.hops == farthest[info.index]);
    }
  }
}

TEST_CASE("Ranks per node: neighbours exchange place by place", "[ALGORITHM-26]") {
  const RankShape shape{{3, 3}, 2};
  const auto workload = Workload::make(config_of("nearest_neighbour", 2), shape.nodes);
  for (int rank = 0; rank < shape.ranks(); ++rank) {
    for (const auto& [sequence, peer] : destinations(*workload, rank)) {
      CHECK(shape.place(peer) == shape.place(rank));
      CHECK(shape.hops(rank, peer) == 1);
    }
  }
}

TEST_CASE("Ranks per node: ping-pong is between rank 0 and the first rank of the peer", "[ALGORITHM-27]") {
  WorkloadConfig config = config_of("ping_pong", 3);
  config.ping_pong_peer = {2, 1};
  const auto workload = Workload::make(config, {3, 3});
  for (int rank = 0; rank < 27; ++rank) {
    const auto sends = destinations(*workload, rank);
    CHECK(sends.size() == (rank == 0 || rank == 15 ? 2 : 0));
    for (const auto& [sequence, peer] : sends) CHECK(peer == 15 - rank);
  }
}

TEST_CASE("Ranks per node: every other algorithm completes on all ranks", "[ALGORITHM-27][ALGORITHM-28]") {
  for (const AlgorithmName algorithm : {"permutation", "broadcast", "barrier", "ping_pong", "nearest_neighbour"}) {
    for (const int per_node : {2, 3}) {
      const auto workload = Workload::make(config_of(algorithm, per_node), {3, 3});
      std::uint64_t received = 0;
      UntimedRun run(*workload, 9 * per_node, 4);
      run.on_received = [&](int, const Op&) { ++received; };
      REQUIRE(run.run());
      CHECK(received == workload->messages());
    }
  }
}

TEST_CASE("Ranks per node: what cannot be executed is refused", "[ALGORITHM-29][key:workload.ranks_per_node]") {
  CHECK(fields_at_fault(config_of("ring", 64), MachineConfig{}).empty());
  CHECK(fields_at_fault(config_of("ring", 0), MachineConfig{}) == Fields{"ranks_per_node"});
  CHECK(fields_at_fault(config_of("ring", 65), MachineConfig{}) == Fields{"ranks_per_node"});
  CHECK(fields_at_fault(config_of("uniform", 2), MachineConfig{}) == Fields{"ranks_per_node"});
  CHECK(fields_at_fault(config_of("pwx", 3), MachineConfig{}) == Fields{"algorithm"});
  CHECK(fields_at_fault(config_of("a2ass2d", 2), MachineConfig{}) == Fields{"algorithm"});
  WorkloadConfig at_once = config_of("ring", 2);
  at_once.copy.latency = Picoseconds{0};
  CHECK(fields_at_fault(at_once, MachineConfig{}) == Fields{"copy.latency"});
  PacingConfig window;
  window.window = 1;
  CHECK(validate(window, config_of("ring", 1), MachineConfig{}).empty());
  REQUIRE(validate(window, config_of("ring", 2), MachineConfig{}).size() == 1);
  CHECK(validate(window, config_of("ring", 2), MachineConfig{})[0].field == "window");
}

}  // namespace
}  // namespace tactus
