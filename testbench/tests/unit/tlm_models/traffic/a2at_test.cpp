#include "tlm_models/traffic/algorithms/a2at.h"

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/traffic/untimed_run.h"

namespace tactus {
namespace {

using namespace literals;

NetworkShape square(int n) { return {n, n}; }

std::unique_ptr<Workload> a2at(int n, std::vector<int> sequences = {}) {
  WorkloadConfig config;
  config.algorithm = "a2at";
  config.message_size = 1_MiB;
  config.sequences = std::move(sequences);
  return Workload::make(config, square(n));
}

/// A rank's steps of one kind, by the number of the sequence around them.
std::map<int, std::vector<Op>> by_sequence(const std::vector<Op>& ops, OpKind kind) {
  std::map<int, std::vector<Op>> steps;
  int sequence = 0;
  for (const Op& op : ops) {
    if (op.kind == OpKind::kBeginSequence) sequence = op.sequence;
    if (op.kind == kind) steps[sequence].push_back(op);
  }
  return steps;
}

/// Links, named by the node they leave and their direction, that a packet passes with X-then-Y routing.
std::vector<std::pair<int, Direction>> route(NetworkShape shape, Coordinate from, Coordinate to) {
  std::vector<std::pair<int, Direction>> links;
  const auto travel = [&](int distance, int size, Direction forward, Direction backward) {
    const int ahead = ((distance % size) + size) % size;
    const bool go_forward = 2 * ahead <= size;
    for (int i = 0; i < (go_forward ? ahead : size - ahead); ++i) {
      const Direction direction = go_forward ? forward : backward;
      links.emplace_back(shape.node(from), direction);
      from = shape.neighbour(from, direction);
    }
  };
  travel(to[0] - from[0], shape.size(0), Direction::kPlusX, Direction::kMinusX);
  travel(to[1] - from[1], shape.size(1), Direction::kPlusY, Direction::kMinusY);
  return links;
}

TEST_CASE("A2at: every rank sends to every other rank exactly once, for n = 2 to 17",
          "[ALGORITHM-11][ALGORITHM-12][key:workload.algorithm]") {
  for (int n = 2; n <= 17; ++n) {
    const auto workload = a2at(n);
    CHECK(workload->messages() == static_cast<std::uint64_t>(n * n) * static_cast<std::uint64_t>(n * n - 1));
    CHECK(workload->bytes().count() == workload->messages() * 1024 * 1024);
    for (int node = 0; node < n * n; ++node) {
      std::multiset<int> destinations;
      for (const Op& op : ops_of(*workload, node)) {
        if (op.kind == OpKind::kIsend) destinations.insert(op.peer);
      }
      CAPTURE(n, node);
      REQUIRE(destinations.size() == static_cast<std::size_t>(n * n - 1));
      REQUIRE(std::set<int>(destinations.begin(), destinations.end()).size() == destinations.size());
      REQUIRE(destinations.count(node) == 0);
    }
  }
}

TEST_CASE("A2at: every send has its receive with equal tag, NIC and size, in any order of execution",
          "[ALGORITHM-5][ALGORITHM-6]") {
  for (int n = 2; n <= 9; ++n) {
    const auto workload = a2at(n);
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      CAPTURE(n, seed);
      REQUIRE(UntimedRun(*workload, square(n).nodes(), seed).run());
    }
  }
}

TEST_CASE("A2at: the sequences of the 9x9 torus have the published phases and hop counts", "[ALGORITHM-12]") {
  const std::vector<int> hops = {1, 2, 2, 4, 3, 3, 3, 6, 4, 4, 5, 5, 4, 8, 5, 5, 6, 6, 7, 7};
  const std::vector<int> phases = {1, 2, 1, 2, 3, 4, 1, 2, 3, 4, 3, 4, 1, 2, 3, 4, 3, 4, 3, 4};
  const auto workload = a2at(9);
  REQUIRE(workload->sequences().size() == hops.size());
  for (std::size_t i = 0; i < hops.size(); ++i) {
    CAPTURE(i);
    CHECK(workload->sequences()[i].index == static_cast<int>(i) + 1);
    CHECK(workload->sequences()[i].hops == hops[i]);
    CHECK(workload->sequences()[i].phase == phases[i]);
  }
}

TEST_CASE("A2at: in phases 1 to 4 every link carries as many messages as they have hops", "[ALGORITHM-11]") {
  for (int n = 3; n <= 11; ++n) {
    const auto workload = a2at(n);
    std::map<int, std::map<std::pair<int, Direction>, int>> load;
    for (int node = 0; node < n * n; ++node) {
      for (const auto& [sequence, sends] : by_sequence(ops_of(*workload, node), OpKind::kIsend)) {
        for (const Op& op : sends) {
          for (const auto& link : route(square(n), square(n).coordinate(node), square(n).coordinate(op.peer)))
            ++load[sequence][link];
        }
      }
    }
    for (const SequenceInfo& info : workload->sequences()) {
      if (info.phase > 4) continue;
      REQUIRE(load[info.index].size() == static_cast<std::size_t>(4 * n * n));
      for (const auto& [link, messages] : load[info.index]) {
        CAPTURE(n, info.index, link.first);
        REQUIRE(messages == info.hops);
      }
    }
  }
}

TEST_CASE("A2at: a sequence is receives, sends, wait for sends, wait for receives, on NICs in order", "[ALGORITHM-1]") {
  const auto ops = ops_of(*a2at(5, {1}), 7);
  const std::vector<OpKind> expected = {OpKind::kBeginSequence, OpKind::kIrecv,        OpKind::kIrecv,
                                        OpKind::kIrecv,         OpKind::kIrecv,        OpKind::kIsend,
                                        OpKind::kIsend,         OpKind::kIsend,        OpKind::kIsend,
                                        OpKind::kWaitSends,     OpKind::kWaitReceives, OpKind::kEndSequence};
  REQUIRE(ops.size() == expected.size());
  for (std::size_t i = 0; i < ops.size(); ++i) CHECK(ops[i].kind == expected[i]);
  for (std::size_t nic = 0; nic < 4; ++nic) {
    CHECK(ops[1 + nic].nic == nic);
    CHECK(ops[5 + nic].nic == nic);
    CHECK(ops[5 + nic].peer_nic == nic);
  }
}

TEST_CASE("A2at: every send of a step is paired, those of barriers too", "[ALGORITHM-2]") {
  WorkloadConfig config;
  config.sequence_barrier = true;
  const auto workload = Workload::make(config, {4, 4});
  int sends = 0;
  for (const Op& op : ops_of(*workload, 5)) {
    if (op.kind == OpKind::kIsend) CHECK(op.paired);
    sends += op.kind == OpKind::kIsend ? 1 : 0;
  }
  CHECK(sends == 15 + 4 * 4);
}

TEST_CASE("A2at: signs are those of the algorithm's offset, also where the torus wraps and at n/2",
          "[ALGORITHM-7][ALGORITHM-11]") {
  // 4x4: sequence 3 is phase 5 with k = 1, (-2,-1) (2,1) (-1,-2) (1,2); sequence 4 is phase 6, (2,2) (-2,0) (0,-2).
  const auto workload = a2at(4);
  REQUIRE(workload->sequences()[2].phase == 5);
  REQUIRE(workload->sequences()[3].phase == 6);
  for (int node = 0; node < 16; ++node) {
    const auto sends = by_sequence(ops_of(*workload, node), OpKind::kIsend);
    const std::vector<Op>& five = sends.at(3);
    const std::vector<Op>& six = sends.at(4);
    REQUIRE(five.size() == 4);
    REQUIRE(six.size() == 3);
    CAPTURE(node);
    const auto signs = [](const Op& op) { return std::pair((*op.signs)[0], (*op.signs)[1]); };
    CHECK(signs(five[0]) == std::pair(true, true));
    CHECK(signs(five[1]) == std::pair(false, false));
    CHECK(signs(five[2]) == std::pair(true, true));
    CHECK(signs(six[0]) == std::pair(false, false));
    CHECK(signs(six[1]) == std::pair(true, false));
    CHECK(signs(six[2]) == std::pair(false, true));
  }
}

TEST_CASE("A2at: selected sequences run alone, in the given order and with their own numbers",
          "[key:workload.sequences]") {
  const auto all = ops_of(*a2at(6), 11);
  const auto some = ops_of(*a2at(6, {5, 2}), 11);
  const auto full_sends = by_sequence(all, OpKind::kIsend);
  std::vector<int> order;
  for (const Op& op : some) {
    if (op.kind == OpKind::kBeginSequence) order.push_back(op.sequence);
  }
  CHECK(order == std::vector<int>{5, 2});
  const auto some_sends = by_sequence(some, OpKind::kIsend);
  for (const int sequence : {2, 5}) {
    REQUIRE(some_sends.at(sequence).size() == full_sends.at(sequence).size());
    for (std::size_t i = 0; i < some_sends.at(sequence).size(); ++i) {
      CHECK(some_sends.at(sequence)[i].peer == full_sends.at(sequence)[i].peer);
    }
  }
  CHECK(a2at(6, {5, 2})->messages() == 36U * 8U);
}

TEST_CASE("A2at: the ideal time is the bisection bound, for all sequences only", "[ALGORITHM-13][RESULT-5]") {
  const MachineConfig machine;
  // 1 MiB has 521 packets of at most 2016 B payload; a bound of n^3/8 or (n^3 - n)/8 messages at 4 GB/s.
  const double message_ns = (1048576.0 + 521 * 32) / 4.0;
  const auto nanoseconds = [&](int n) { return static_cast<double>(a2at(n)->ideal_time(machine)->count()) / 1000.0; };
  CHECK(nanoseconds(8) == Approx(64 * message_ns));
  CHECK(nanoseconds(9) == Approx(90 * message_ns));
  CHECK(nanoseconds(8) == Approx(17.0e6).epsilon(0.005));
  CHECK(nanoseconds(9) == Approx(24.0e6).epsilon(0.005));
  CHECK_FALSE(a2at(9, {1, 2, 3})->ideal_time(machine).has_value());
}

TEST_CASE("A2at: on odd n the messages of all sequences fill the ideal time exactly") {
  for (const int n : {3, 5, 7, 9, 11, 13, 15, 17}) {
    int hops = 0;
    const auto workload = a2at(n);
    for (const SequenceInfo& info : workload->sequences()) hops += info.hops;
    CHECK(8 * hops == n * (n * n - 1));
  }
}

}  // namespace
}  // namespace tactus
