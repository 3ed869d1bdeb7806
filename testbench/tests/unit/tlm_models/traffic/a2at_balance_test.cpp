#include <algorithm>
#include <array>
#include <cstdlib>
#include <random>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "tlm_models/traffic/a2at_plan.h"

namespace tactus {
namespace {

/// Every torus of at most `most` nodes, but for the order of its sides, which is drawn.
template <class Visit>
void each_shape(std::vector<int> sides, int nodes, int most, std::mt19937& dice, Visit&& visit) {
  for (int side = sides.empty() ? 2 : sides.back(); side <= 256 && nodes * side <= most; ++side) {
    sides.push_back(side);
    NetworkShape shape;
    shape.sizes = {};
    std::vector<int> order = sides;
    std::shuffle(order.begin(), order.end(), dice);
    for (const int size : order) shape.sizes.push_back(size);
    visit(shape);
    if (sides.size() < kMaxDimensions) each_shape(sides, nodes * side, most, dice, visit);
    sides.pop_back();
  }
}

/// Number of the node that is `offset`, of no more than half of a ring, from node 0; `wrapped` divides for it.
std::size_t node_at(const NetworkShape& shape, Coordinate offset) {
  int number = 0;
  for (int d = shape.dimensions(); d-- > 0;) {
    number = number * shape.size(d) + (offset[d] < 0 ? offset[d] + shape.size(d) : offset[d]);
  }
  return static_cast<std::size_t>(number);
}

/// Links that a node's messages of a sequence pass in each direction of dimension `d`, forward and backward; of two
/// neighbours together, of which one sends a message that alternates forward and the other one backward.
std::array<int, 2> loads(const A2atSequence& sequence, int d) {
  std::array<int, 2> links{};
  for (int message = 0; message < sequence.messages; ++message) {
    const int offset = sequence.offsets[static_cast<std::size_t>(message)][d];
    const bool alternates = message == sequence.alternating;
    links[0] += alternates ? std::abs(offset) : 2 * std::max(offset, 0);
    links[1] += alternates ? std::abs(offset) : 2 * std::max(-offset, 0);
  }
  return links;
}

/// Empty if every other node is reached once by a shortest way, and every sequence loads both directions of each
/// dimension alike, to what the middle of its rings must carry.
std::string fault(const NetworkShape& shape, std::vector<char>& reached) {
  reached.assign(static_cast<std::size_t>(shape.nodes()), 0);
  std::array<int, kMaxDimensions> total{};
  int messages = 0;
  for (const A2atSequence& sequence : a2at_plan(shape)) {
    messages += sequence.messages;
    for (int message = 0; message < sequence.messages; ++message) {
      const Coordinate offset = sequence.offsets[static_cast<std::size_t>(message)];
      for (int d = 0; d < shape.dimensions(); ++d) {
        if (2 * std::abs(offset[d]) > shape.size(d)) return "a longer way";
      }
      char& there = reached[node_at(shape, offset)];
      if (there != 0) return "reached twice";
      there = 1;
    }
    for (int d = 0; d < shape.dimensions(); ++d) {
      const auto [forward, backward] = loads(sequence, d);
      if (forward != backward) return "a direction carries more than its opposite";
      total[static_cast<std::size_t>(d)] += forward;
    }
  }
  if (reached[0] != 0 || messages != shape.nodes() - 1) return "not every node";
  for (int d = 0; d < shape.dimensions(); ++d) {
    const int size = shape.size(d);
    // Of both directions and two nodes; each of them has the messages across the middle of its ring to itself.
    const int middle = (size / 2) * ((size + 1) / 2) * (shape.nodes() / size);
    if (total[static_cast<std::size_t>(d)] != middle) return "links carry more than the ideal";
  }
  return "";
}

TEST_CASE("A2at: on every torus of up to 4,096 nodes each sequence loads both directions of a dimension alike",
          "[ALGORITHM-31][ALGORITHM-32][long]") {
  std::mt19937 dice(7);
  std::vector<char> reached;
  int shapes = 0;
  each_shape({}, 1, 4096, dice, [&](const NetworkShape& shape) {
    const std::string found = fault(shape, reached);
    if (!found.empty()) FAIL(shape.text() << ": " << found);
    ++shapes;
  });
  CHECK(shapes == 32'255);
}

}  // namespace
}  // namespace tactus
