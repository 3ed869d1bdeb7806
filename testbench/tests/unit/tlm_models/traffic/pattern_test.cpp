#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/traffic/untimed_run.h"
#include "tlm_models/traffic/workload.h"

namespace tactus {
namespace {

using namespace literals;

std::unique_ptr<Workload> pattern(const AlgorithmName& algorithm, NetworkShape shape, int repetitions = 1,
                                  std::uint64_t seed = 1) {
  WorkloadConfig config;
  config.algorithm = algorithm;
  config.message_size = 1000_B;
  config.repetitions = repetitions;
  return Workload::make(config, shape, seed);
}

std::vector<Op> sends_of(const Workload& workload, int node) {
  std::vector<Op> sends;
  for (const Op& op : ops_of(workload, node)) {
    if (op.kind == OpKind::kIsend) sends.push_back(op);
  }
  return sends;
}

void check_complete(const Workload& workload, NetworkShape shape, std::uint64_t messages) {
  CAPTURE(shape.size(0), shape.size(1));
  CHECK(workload.messages() == messages);
  CHECK(workload.bytes() == 1000_B * messages);
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    std::uint64_t received = 0;
    UntimedRun run(workload, shape.nodes(), seed);
    run.on_received = [&](int, const Op&) { ++received; };
    REQUIRE(run.run());
    CHECK(received == messages);
  }
}

TEST_CASE("NearestNeighbour: NIC d sends one neighbour in direction d a message, in every repetition",
          "[ALGORITHM-15][key:workload.repetitions]") {
  for (const NetworkShape shape : {NetworkShape{2, 2}, NetworkShape{2, 3}, NetworkShape{4, 3}, NetworkShape{5, 5}}) {
    const auto workload = pattern("nearest_neighbour", shape, 3);
    check_complete(*workload, shape, 12 * static_cast<std::uint64_t>(shape.nodes()));
    REQUIRE(workload->sequences().size() == 3);
    for (int node = 0; node < shape.nodes(); ++node) {
      std::set<std::pair<int, std::uint32_t>> tags;
      const std::vector<Op> sends = sends_of(*workload, node);
      for (std::size_t i = 0; i < sends.size(); ++i) {
        CHECK(sends[i].nic == i % 4);
        CHECK(sends[i].peer == shape.node(shape.neighbour(shape.coordinate(node), static_cast<Direction>(i % 4))));
        CHECK((*sends[i].signs)[0] == (i % 4 == 1));
        CHECK((*sends[i].signs)[1] == (i % 4 == 3));
        CHECK(tags.insert({sends[i].peer, sends[i].tag}).second);
      }
    }
  }
}

TEST_CASE("Permutation: every repetition is a permutation of its own that leaves no rank to itself", "[ALGORITHM-16]") {
  const NetworkShape shape{5, 3};
  const auto workload = pattern("permutation", shape, 4, 7);
  check_complete(*workload, shape, 60);
  std::set<std::vector<int>> permutations;
  for (std::size_t repetition = 0; repetition < 4; ++repetition) {
    std::vector<int> to;
    for (int node = 0; node < 15; ++node) {
      to.push_back(sends_of(*workload, node).at(repetition).peer);
      CHECK(to.back() != node);
    }
    permutations.insert(to);
    CHECK(std::set<int>(to.begin(), to.end()).size() == 15);
  }
  CHECK(permutations.size() == 4);
}

TEST_CASE("Permutation: depends on the seed and on nothing else", "[ALGORITHM-16][key:seed]") {
  const NetworkShape shape{4, 4};
  const auto peers = [&](std::uint64_t seed, int repetitions) {
    std::vector<int> list;
    for (int node = 0; node < 16; ++node) {
      list.push_back(sends_of(*pattern("permutation", shape, repetitions, seed), node).at(0).peer);
    }
    return list;
  };
  CHECK(peers(3, 1) == peers(3, 2));
  CHECK(peers(3, 1) != peers(4, 1));
}

}  // namespace
}  // namespace tactus
