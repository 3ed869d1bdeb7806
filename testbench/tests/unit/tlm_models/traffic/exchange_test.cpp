#include <map>
#include <set>
#include <string>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/traffic/untimed_run.h"
#include "tlm_models/traffic/workload.h"

namespace tactus {
namespace {

using namespace literals;

std::unique_ptr<Workload> make(const AlgorithmName& algorithm, NetworkShape shape, int repetitions = 1) {
  WorkloadConfig config;
  config.algorithm = algorithm;
  config.message_size = 1000_B;
  config.repetitions = repetitions;
  config.ping_pong_peer = {2, 1};
  return Workload::make(config, shape);
}

/// Every rank sends to every other one once, by NIC 0; every message is received, in any order of execution.
void check_complete(const AlgorithmName& algorithm, NetworkShape shape) {
  const auto workload = make(algorithm, shape);
  CAPTURE(shape.size(0), shape.size(1));
  const auto nodes = static_cast<std::uint64_t>(shape.nodes());
  CHECK(workload->messages() == nodes * (nodes - 1));
  for (int node = 0; node < shape.nodes(); ++node) {
    std::multiset<int> destinations;
    for (const Op& op : ops_of(*workload, node)) {
      if (op.kind != OpKind::kIsend) continue;
      destinations.insert(op.peer);
      REQUIRE(op.nic == 0);
      REQUIRE_FALSE(op.signs);  // those of the nodes' plain difference
    }
    REQUIRE(destinations.size() == nodes - 1);
    REQUIRE(std::set<int>(destinations.begin(), destinations.end()).size() == nodes - 1);
    REQUIRE(destinations.count(node) == 0);
  }
  for (std::uint64_t seed = 0; seed < 5; ++seed) REQUIRE(UntimedRun(*workload, shape.nodes(), seed).run());
}

/// The hop count given for a sequence is the largest of its messages.
void check_hops(const AlgorithmName& algorithm, NetworkShape shape) {
  const auto workload = make(algorithm, shape);
  std::map<int, int> farthest;
  for (int node = 0; node < shape.nodes(); ++node) {
    int sequence = 0;
    for (const Op& op : ops_of(*workload, node)) {
      if (op.kind == OpKind::kBeginSequence) sequence = op.sequence;
      if (op.kind != OpKind::kIsend) continue;
      farthest[sequence] = std::max(farthest[sequence], shape.hops(shape.coordinate(node), shape.coordinate(op.peer)));
    }
  }
  for (const SequenceInfo& info : workload->sequences()) {
    CAPTURE(shape.size(0), shape.size(1), info.index);
    CHECK(info.hops == farthest[info.index]);
  }
}

TEST_CASE("Pairwise: every two ranks exchange once, in steps rank XOR p", "[ALGORITHM-14][key:workload.algorithm]") {
  for (const NetworkShape shape : {NetworkShape{2, 2}, NetworkShape{4, 2}, NetworkShape{4, 4}, NetworkShape{2, 16}}) {
    check_complete("pwx", shape);
    check_hops("pwx", shape);
  }
  const auto ops = ops_of(*make("pwx", {4, 4}), 6);
  int step = 0;
  for (const Op& op : ops) {
    if (op.kind == OpKind::kIsend) CHECK(op.peer == (6 ^ ++step));
  }
  CHECK(step == 15);
}

TEST_CASE("Ring: every two ranks exchange once, sending p ranks ahead in step p",
          "[ALGORITHM-14][key:workload.algorithm]") {
  for (const NetworkShape shape : {NetworkShape{2, 2}, NetworkShape{3, 2}, NetworkShape{5, 3}, NetworkShape{4, 4}}) {
    check_complete("ring", shape);
    check_hops("ring", shape);
  }
  int step = 0;
  for (const Op& op : ops_of(*make("ring", {5, 3}), 9)) {
    if (op.kind == OpKind::kIsend) CHECK(op.peer == (9 + ++step) % 15);
  }
  CHECK(step == 14);
}

TEST_CASE("A2ass2d: every two ranks exchange once, in step p the shift by p mod n columns and p / n rows",
          "[ALGORITHM-14][key:workload.algorithm]") {
  for (const NetworkShape shape : {NetworkShape{2, 2}, NetworkShape{3, 3}, NetworkShape{4, 4}, NetworkShape{8, 2}}) {
    check_complete("a2ass2d", shape);
    check_hops("a2ass2d", shape);
  }
  for (const NetworkShape shape : {NetworkShape{5, 5}, NetworkShape{25, 1}}) {
    for (const int src : {0, 7, 24}) {
      int p = 0;
      for (const Op& op : ops_of(*make("a2ass2d", shape), src)) {
        if (op.kind != OpKind::kIsend) continue;
        ++p;
        CHECK(op.peer == (src % 5 + p % 5) % 5 + (src / 5 + p / 5) % 5 * 5);  // mfs's formula
      }
      CHECK(p == 24);
    }
  }
}

TEST_CASE("Barrier: nobody leaves before everybody has entered, in any order of execution", "[ALGORITHM-18]") {
  for (const NetworkShape shape : {NetworkShape{2, 2}, NetworkShape{3, 3}, NetworkShape{4, 4}, NetworkShape{5, 7}}) {
    const auto workload = make("barrier", shape, 3);
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      const auto nodes = static_cast<std::size_t>(shape.nodes());
      // knows[a][b]: how many barriers of b rank a has heard of; a message carries what its sender knows.
      std::vector<std::vector<int>> knows(nodes, std::vector<int>(nodes));
      std::map<std::pair<int, std::uint32_t>, std::vector<int>> carried;
      UntimedRun run(*workload, shape.nodes(), seed);
      run.on_send = [&](int node, const Op& op) {
        auto& own = knows[static_cast<std::size_t>(node)];
        own[static_cast<std::size_t>(node)] = op.sequence;
        carried[{node, op.tag}] = own;
      };
      std::map<int, std::uint32_t> last_tag;
      for (int node = 0; node < shape.nodes(); ++node) {
        for (const Op& op : ops_of(*workload, node)) {
          if (op.kind == OpKind::kIrecv && op.sequence == 3) last_tag[node] = std::max(last_tag[node], op.tag);
        }
      }
      std::size_t left = 0;
      run.on_received = [&](int node, const Op& op) {
        auto& own = knows[static_cast<std::size_t>(node)];
        const auto& heard = carried.at({op.peer, op.tag});
        for (std::size_t i = 0; i < nodes; ++i) own[i] = std::max(own[i], heard[i]);
        if (op.tag != last_tag[node]) return;
        ++left;
        for (std::size_t i = 0; i < nodes; ++i) REQUIRE(own[i] == 3);
      };
      REQUIRE(run.run());
      CHECK(left == nodes);
    }
  }
}

TEST_CASE("Barrier: takes ceil(log2 N) rounds of one empty message", "[ALGORITHM-18][key:workload.algorithm]") {
  for (const auto& [shape, rounds] : std::vector<std::pair<NetworkShape, std::uint64_t>>{
           {{2, 2}, 2}, {{3, 2}, 3}, {{4, 4}, 4}, {{5, 5}, 5}, {{9, 9}, 7}}) {
    const auto workload = make("barrier", shape, 4);
    CHECK(workload->messages() == 4 * rounds * static_cast<std::uint64_t>(shape.nodes()));
    CHECK(workload->bytes() == 0_B);
    CHECK(workload->sequences().size() == 4);
  }
}

TEST_CASE("Barrier: every repetition is a sequence, from its first call to its last", "[ALGORITHM-18]") {
  const NetworkShape shape{3, 3};
  const auto workload = make("barrier", shape, 2);
  for (int node = 0; node < shape.nodes(); ++node) {
    std::string calls;
    for (const Op& op : ops_of(*workload, node)) {
      CHECK(op.sequence == (calls.find(')') == std::string::npos ? 1 : 2));
      if (op.kind == OpKind::kBeginSequence) calls += '(';
      if (op.kind == OpKind::kIsend) calls += '>';
      if (op.kind == OpKind::kEndSequence) calls += ')';
    }
    CHECK(calls == "(>>>>)(>>>>)");  // ceil(log2 9) rounds
  }
}

TEST_CASE("PingPong: two ranks send to and fro, the others do nothing",
          "[ALGORITHM-24][key:workload.ping_pong_peer][key:workload.repetitions]") {
  const NetworkShape shape{3, 3};
  const auto workload = make("ping_pong", shape, 5);
  CHECK(workload->messages() == 10);
  CHECK(workload->bytes() == 10000_B);
  std::string order;
  UntimedRun run(*workload, shape.nodes(), 1);
  run.on_send = [&](int node, const Op&) { order += node == 0 ? '>' : '<'; };
  REQUIRE(run.run());
  CHECK(order == "><><><><><");
  for (int node = 1; node < 9; ++node) {
    if (node != shape.node({2, 1})) CHECK(ops_of(*workload, node).empty());
  }
}

}  // namespace
}  // namespace tactus
