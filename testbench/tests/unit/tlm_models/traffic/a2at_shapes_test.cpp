#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/traffic/untimed_run.h"
#include "tlm_models/traffic/a2at_plan.h"
#include "tlm_models/traffic/workload.h"

namespace tactus {
namespace {

using namespace literals;

std::unique_ptr<Workload> all_to_all(const NetworkShape& shape, int nics = 0, int per_node = 1) {
  WorkloadConfig config;
  config.algorithm = "a2at";
  config.message_size = 2016_B;  // one packet of 2 KiB
  config.ranks_per_node = per_node;
  return Workload::make(config, shape, 1, nics);
}

NetworkShape cube(int dimensions, int side) {
  NetworkShape shape;
  shape.sizes = {};
  for (int d = 0; d < dimensions; ++d) shape.sizes.push_back(side);
  return shape;
}

/// All tori of equal sides up to `most` nodes.
std::vector<NetworkShape> cubes(int most) {
  std::vector<NetworkShape> shapes;
  for (int dimensions = 1; dimensions <= kMaxDimensions; ++dimensions) {
    for (int side = 2; side <= 256 && cube(dimensions, side).nodes() <= most; ++side) {
      shapes.push_back(cube(dimensions, side));
    }
  }
  return shapes;
}

/// Tori and meshes of any sides.
std::vector<NetworkShape> random_shapes(int count, int most, bool meshes) {
  std::mt19937 dice(7);
  std::vector<NetworkShape> shapes;
  while (static_cast<int>(shapes.size()) < count) {
    NetworkShape shape;
    shape.sizes = {};
    const auto dimensions = static_cast<int>(1 + dice() % kMaxDimensions);
    for (int d = 0; d < dimensions; ++d) {
      shape.sizes.push_back(static_cast<int>(2 + dice() % (dimensions > 2 ? 9 : 60)));
      shape.wrap.push_back(!meshes || dice() % 2 == 0);
    }
    if (shape.nodes() <= most) shapes.push_back(shape);
  }
  return shapes;
}

/// What a node sends in each sequence, as the steps of its program say.
std::vector<std::vector<Op>> sends_by_sequence(const Workload& workload, int rank) {
  std::vector<std::vector<Op>> sends(workload.sequences().size());
  std::size_t sequence = 0;
  for (const Op& op : ops_of(workload, rank)) {
    if (op.kind == OpKind::kBeginSequence) sequence = static_cast<std::size_t>(op.sequence) - 1;
    if (op.kind == OpKind::kIsend) sends[sequence].push_back(op);
  }
  return sends;
}

using Loads = std::array<int, kMaxTorusDirections>;

/// Links that a message passes in each direction, in the order of dimensions, where `signs` decide between ways that
/// are equally long.
Loads walk(const NetworkShape& shape, Coordinate from, Coordinate to, OffsetSigns signs) {
  Loads links{};
  for (int d = 0; d < shape.dimensions(); ++d) {
    const int size = shape.size(d);
    const int ahead = (to[d] - from[d] + size) % size;
    const bool forward = !shape.wraps(d) ? to[d] > from[d] : 2 * ahead == size ? !signs[d] : 2 * ahead < size;
    const Direction direction = direction_of(d, !forward);
    for (Coordinate at = from; at[d] != to[d]; at = shape.neighbour(at, direction)) {
      REQUIRE(shape.has_link(at, direction));
      ++links[static_cast<std::size_t>(direction)];
    }
  }
  return links;
}

/// The same of all that one node sends in a sequence.
Loads loads_of(const NetworkShape& shape, int node, const std::vector<Op>& sends) {
  Loads sum{};
  for (const Op& op : sends) {
    const Loads links = walk(shape, shape.coordinate(node), shape.coordinate(op.peer), op.signs.value());
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += links[i];
  }
  return sum;
}

/// Messages across the middle of a ring or row of `size` nodes, of which there are `rings`, by each link there.
double middle(int size, int rings, bool wraps) {
  const int messages = (size / 2) * ((size + 1) / 2) * rings;
  return messages / (wraps ? 2.0 : 1.0);
}

TEST_CASE("A2at: every rank sends to every other rank exactly once and receives as often, on every network",
          "[ALGORITHM-11][ALGORITHM-31][long]") {
  std::vector<NetworkShape> shapes = cubes(4096);
  for (const NetworkShape& shape : random_shapes(60, 4096, false)) shapes.push_back(shape);
  for (const NetworkShape& shape : random_shapes(40, 1024, true)) shapes.push_back(shape);
  for (const NetworkShape& shape : shapes) {
    const auto workload = all_to_all(shape);
    CAPTURE(shape.text());
    const auto nodes = static_cast<std::uint64_t>(shape.nodes());
    REQUIRE(workload->messages() == nodes * (nodes - 1));
    // All nodes do the same, seen from themselves: a few stand for all of them.
    std::set<int> some = {0, shape.nodes() / 2, shape.nodes() - 1};
    if (shape.nodes() <= 300) {
      for (int node = 0; node < shape.nodes(); ++node) some.insert(node);
    }
    for (const int node : some) {
      std::vector<int> sent(static_cast<std::size_t>(shape.nodes()));
      std::vector<int> received = sent;
      for (const Op& op : ops_of(*workload, node)) {
        if (op.kind == OpKind::kIsend) ++sent[static_cast<std::size_t>(op.peer)];
        if (op.kind == OpKind::kIrecv) ++received[static_cast<std::size_t>(op.peer)];
      }
      std::vector<int> once(sent.size(), 1);
      once[static_cast<std::size_t>(node)] = 0;
      REQUIRE(sent == once);
      REQUIRE(received == once);
    }
  }
}

TEST_CASE("A2at: every send has its receive on any network, with any number of NICs and ranks, in any order",
          "[ALGORITHM-5][ALGORITHM-6][ALGORITHM-33]") {
  std::vector<NetworkShape> shapes = random_shapes(6, 40, true);
  for (const NetworkShape& shape : cubes(32)) shapes.push_back(shape);
  for (const NetworkShape& shape : shapes) {
    for (const int nics : {1, 3, 4, 8}) {
      for (const int per_node : {1, 2}) {
        CAPTURE(shape.text(), nics, per_node);
        const auto workload = all_to_all(shape, nics, per_node);
        REQUIRE(UntimedRun(*workload, shape.nodes() * per_node, static_cast<std::uint64_t>(nics)).run());
      }
    }
  }
}

TEST_CASE("A2at: message j of a sequence goes by NIC j modulo their number, each behind its own receive",
          "[ALGORITHM-2][ALGORITHM-33]") {
  for (const int nics : {1, 4, 6, 8}) {
    const auto workload = all_to_all(cube(3, 3), nics);
    int message = 0;
    std::map<int, int> last_receive;  // by NIC: the number of the message
    std::vector<int> receives_of_message;
    for (const Op& op : ops_of(*workload, 5)) {
      CAPTURE(nics, message);
      if (op.kind == OpKind::kBeginSequence) {
        message = 0;
        receives_of_message.clear();
      }
      if (op.kind == OpKind::kIrecv) {
        const auto number = static_cast<int>(receives_of_message.size());
        CHECK(op.nic == number % nics);
        last_receive[op.nic] = number;
        receives_of_message.push_back(op.nic);
      }
      if (op.kind != OpKind::kIsend) continue;
      CHECK(op.nic == message % nics);
      CHECK(op.peer_nic == op.nic);
      CHECK(last_receive.at(op.nic) == message);
      ++message;
    }
  }
}

TEST_CASE("A2at: on tori of equal odd sides every sequence loads all directions alike, and all of them fill the ideal",
          "[ALGORITHM-12][ALGORITHM-31][ALGORITHM-32]") {
  for (const NetworkShape& shape : cubes(4096)) {
    if (shape.size(0) % 2 == 0) continue;
    CAPTURE(shape.text());
    const auto workload = all_to_all(shape);
    int total = 0;
    for (const std::vector<Op>& sends : sends_by_sequence(*workload, shape.nodes() / 3)) {
      REQUIRE(static_cast<int>(sends.size()) <= shape.directions());
      const Loads loads = loads_of(shape, shape.nodes() / 3, sends);
      for (int i = 0; i < shape.directions(); ++i) REQUIRE(loads[static_cast<std::size_t>(i)] == loads[0]);
      total += loads[0];
    }
    CHECK(total == middle(shape.size(0), shape.nodes() / shape.size(0), true));
  }
}

TEST_CASE("A2at: on tori of equal even sides the signs of ties balance every sequence of two dimensions and more",
          "[ALGORITHM-12][ALGORITHM-31][ALGORITHM-32]") {
  for (const NetworkShape& shape : cubes(4096)) {
    if (shape.size(0) % 2 != 0 || shape.dimensions() == 1) continue;
    CAPTURE(shape.text());
    const auto workload = all_to_all(shape);
    int total = 0;
    for (const std::vector<Op>& sends : sends_by_sequence(*workload, 1)) {
      const Loads loads = loads_of(shape, 1, sends);
      for (int i = 0; i < shape.directions(); ++i) REQUIRE(loads[static_cast<std::size_t>(i)] == loads[0]);
      total += loads[0];
    }
    CHECK(total == middle(shape.size(0), shape.nodes() / shape.size(0), true));
  }
}

TEST_CASE("A2at: on a ring of even size every second node goes half way round backwards", "[ALGORITHM-32]") {
  for (const int size : {2, 4, 6, 8, 14, 16, 256}) {
    CAPTURE(size);
    const NetworkShape shape{size};
    const auto workload = all_to_all(shape);
    std::map<std::pair<int, bool>, int> load;  // by node and direction, of the sequence with half the size
    for (int node = 0; node < size; ++node) {
      const std::vector<Op> sends = sends_by_sequence(*workload, node).back();
      for (const Op& op : sends) {
        const bool backward = op.signs.value()[0];
        CHECK(op.peer == (node + size / 2) % size);
        for (int i = 0; i < size / 2; ++i) ++load[{(node + (backward ? size - i : i)) % size, backward}];
      }
    }
    for (int node = 0; node < size; ++node) {
      for (const bool backward : {false, true}) {
        CHECK(load[{node, backward}] >= size / 4);
        CHECK(load[{node, backward}] <= (size / 2 + 1) / 2);
      }
    }
  }
}

TEST_CASE("A2at: on tori of unequal sides every sequence loads both directions of a dimension alike",
          "[ALGORITHM-31][ALGORITHM-32]") {
  for (const NetworkShape& shape : random_shapes(120, 4096, false)) {
    CAPTURE(shape.text());
    const auto workload = all_to_all(shape);
    // Two neighbours: a tie goes one way from the one and the other way from the other, if nothing else balances it.
    const int other = shape.node(shape.wrapped({}, {1, 1, 1, 1}));
    const auto from_first = sends_by_sequence(*workload, 0);
    const auto from_other = sends_by_sequence(*workload, other);
    Loads total{};
    for (std::size_t sequence = 0; sequence < from_first.size(); ++sequence) {
      Loads loads = loads_of(shape, 0, from_first[sequence]);
      const Loads more = loads_of(shape, other, from_other[sequence]);
      for (std::size_t i = 0; i < loads.size(); ++i) total[i] += loads[i] += more[i];
      for (int d = 0; d < shape.dimensions(); ++d) {
        REQUIRE(loads[static_cast<std::size_t>(2 * d)] == loads[static_cast<std::size_t>(2 * d + 1)]);
      }
    }
    for (int d = 0; d < shape.dimensions(); ++d) {
      CHECK(total[static_cast<std::size_t>(2 * d)] == 2 * middle(shape.size(d), shape.nodes() / shape.size(d), true));
    }
  }
}

TEST_CASE("A2at: every link of a torus carries what its direction does, walked link by link", "[ALGORITHM-31]") {
  for (const NetworkShape& shape : {NetworkShape{5}, NetworkShape{3, 3, 3}, NetworkShape{4, 4, 4},
                                    NetworkShape{3, 3, 3, 3}, NetworkShape{5, 5, 3}, NetworkShape{2, 2, 2}}) {
    CAPTURE(shape.text());
    const auto workload = all_to_all(shape);
    std::map<std::pair<int, int>, int> load;  // by node and direction
    for (int node = 0; node < shape.nodes(); ++node) {
      for (const std::vector<Op>& sends : sends_by_sequence(*workload, node)) {
        for (const Op& op : sends) {
          const Loads links = walk(shape, shape.coordinate(node), shape.coordinate(op.peer), op.signs.value());
          Coordinate at = shape.coordinate(node);
          for (int i = 0; i < shape.directions(); ++i) {
            for (int link = 0; link < links[static_cast<std::size_t>(i)]; ++link) {
              ++load[{shape.node(at), i}];
              at = shape.neighbour(at, static_cast<Direction>(i));
            }
          }
          REQUIRE(shape.node(at) == op.peer);
        }
      }
    }
    for (const auto& [link, messages] : load) {
      const int d = link.second / 2;
      REQUIRE(messages == middle(shape.size(d), shape.nodes() / shape.size(d), true));
    }
    CHECK(static_cast<int>(load.size()) == shape.links());
  }
}

TEST_CASE("A2at: whole orbits of the signed cyclic shift send by all NICs; shorter ones are joined", "[ALGORITHM-31]") {
  for (const NetworkShape& shape : {cube(1, 9), cube(3, 5), cube(3, 8), cube(4, 3), cube(4, 4), cube(3, 16)}) {
    CAPTURE(shape.text());
    const int n = shape.dimensions();
    int short_sequences = 0;
    for (const A2atSequence& sequence : a2at_plan(shape)) {
      if (sequence.phase != 1) {
        ++short_sequences;
        continue;
      }
      REQUIRE(sequence.messages == 2 * n);
      Coordinate offset = sequence.offsets[0];
      for (int i = 0; i < n; ++i) {
        REQUIRE(sequence.offsets[static_cast<std::size_t>(2 * i)] == offset);
        REQUIRE(sequence.offsets[static_cast<std::size_t>(2 * i + 1)] == -offset);
        Coordinate next;  // (-x_n, x_1 .. x_(n-1))
        for (int d = 0; d < n; ++d) next.set((d + 1) % n, d + 1 == n ? -offset[d] : offset[d]);
        offset = next;
      }
      REQUIRE(offset == -sequence.offsets[0]);
    }
    // (a, -a, a) by threes, and what is half a side everywhere or nothing.
    const int side = shape.size(0);
    const int joined = n == 3 ? ((side - 1) / 2 + 2) / 3 : 0;
    CHECK(short_sequences <= joined + (side % 2 == 0 ? 3 : 0));
  }
}

TEST_CASE("A2at: hops are the most that any node's message has", "[ALGORITHM-12]") {
  for (const NetworkShape& shape : random_shapes(30, 200, true)) {
    CAPTURE(shape.text());
    const auto workload = all_to_all(shape);
    std::vector<int> farthest(workload->sequences().size());
    for (int node = 0; node < shape.nodes(); ++node) {
      const auto sends = sends_by_sequence(*workload, node);
      for (std::size_t i = 0; i < sends.size(); ++i) {
        for (const Op& op : sends[i]) {
          farthest[i] = std::max(farthest[i], shape.hops(shape.coordinate(node), shape.coordinate(op.peer)));
        }
      }
    }
    for (const SequenceInfo& info : workload->sequences()) {
      REQUIRE(info.hops == farthest[static_cast<std::size_t>(info.index) - 1]);
    }
  }
}

TEST_CASE("A2at: the ideal time is that of the busiest links, on a mesh of those in the middle, or of the NICs",
          "[ALGORITHM-13]") {
  std::vector<NetworkShape> shapes = cubes(4096);
  for (const NetworkShape& shape : random_shapes(60, 4096, true)) shapes.push_back(shape);
  for (const NetworkShape& shape : shapes) {
    for (const int nics : {1, 4, 8}) {
      CAPTURE(shape.text(), nics);
      double messages = (shape.nodes() - 1.0) / nics;
      for (int d = 0; d < shape.dimensions(); ++d) {
        messages = std::max(messages, middle(shape.size(d), shape.nodes() / shape.size(d), shape.wraps(d)));
      }
      // 2 KiB on the wire at 4 GB/s
      const auto ideal = static_cast<double>(all_to_all(shape, nics)->ideal_time(MachineConfig{})->count());
      CHECK(ideal == Approx(messages * 2048 / 4 * 1000));
    }
  }
}

}  // namespace
}  // namespace tactus
