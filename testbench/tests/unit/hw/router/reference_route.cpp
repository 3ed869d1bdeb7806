#include "testbench/tests/unit/hw/router/reference_route.h"

#include <algorithm>
#include <deque>

namespace tactus::test {
namespace {

bool is_positive(Direction d) { return static_cast<int>(d) % 2 == 0; }

int position(Coordinate c, Direction d) { return c[static_cast<int>(d) / 2]; }

/// Links from `from` in direction `d` until it is level with `to`; more than there can be if none leads there.
int steps(const NetworkShape& shape, Coordinate from, Coordinate to, Direction d) {
  int count = 0;
  for (; position(from, d) != position(to, d); from = shape.neighbour(from, d)) {
    if (!leads_on(shape, from, d)) return shape.nodes();
    ++count;
  }
  return count;
}

bool wraps(const NetworkShape& shape, Coordinate node, Direction d) {
  const int before = position(node, d);
  const int after = position(shape.neighbour(node, d), d);
  return is_positive(d) ? after < before : after > before;
}

/// Appends the way from `from` on within a dimension. Returns where it ends.
Coordinate append_ring(const NetworkShape& shape, const ReferenceRules& rules, const RouteHeader& header, int dimension,
                       Coordinate from, std::vector<ReferenceStep>& route) {
  const Coordinate to = header.destination;
  const auto positive = static_cast<Direction>(2 * dimension);
  const auto negative = static_cast<Direction>(2 * dimension + 1);
  const int up = steps(shape, from, to, positive);
  const int down = steps(shape, from, to, negative);
  bool go_down = down < up;
  if (down == up) go_down = rules.tie_break == "signed" && header.negative[dimension];
  const Direction d = go_down ? negative : positive;

  const std::size_t begin = route.size();
  bool wrapped = false;
  for (; position(from, d) != position(to, d); from = shape.neighbour(from, d)) {
    wrapped = wrapped || wraps(shape, from, d);
    route.push_back({from, d, wrapped ? 1 : 0});
  }
  for (std::size_t i = begin; i < route.size(); ++i) {
    if (rules.dateline == "entry") route[i].dateline_class = wrapped ? 1 : 0;
    if (!shape.wraps(dimension)) route[i].dateline_class = kAnyClass;
  }
  return from;
}

}  // namespace

bool leads_on(const NetworkShape& shape, Coordinate from, Direction d) {
  const int dimension = static_cast<int>(d) / 2;
  const int last = is_positive(d) ? shape.size(dimension) - 1 : 0;
  return shape.wraps(dimension) || position(from, d) != last;
}

std::vector<ReferenceStep> reference_route(const NetworkShape& shape, const ReferenceRules& rules,
                                           const RouteHeader& header) {
  std::vector<ReferenceStep> route;
  Coordinate here = header.source;
  for (int place = 0; place < shape.dimensions(); ++place) {
    const int dimension = rules.order.count == 0 ? place : rules.order.of[static_cast<std::size_t>(place)];
    here = append_ring(shape, rules, header, dimension, here, route);
  }
  return route;
}

std::vector<int> reference_vcs(const DatelineName& dateline, int virtual_channels, int dateline_class) {
  std::vector<int> vcs;
  for (int vc = 0; vc < virtual_channels; ++vc) {
    const int class_of_vc = 2 * vc < virtual_channels ? 0 : 1;
    const bool without_classes = dateline == "none" || virtual_channels == 1;
    if (without_classes || dateline_class == kAnyClass || class_of_vc == dateline_class) vcs.push_back(vc);
  }
  return vcs;
}

std::vector<int> reference_distances(const NetworkShape& shape, Coordinate source) {
  std::vector<int> distances(static_cast<std::size_t>(shape.nodes()), -1);
  const auto distance = [&](Coordinate c) -> int& { return distances[static_cast<std::size_t>(shape.node(c))]; };
  distance(source) = 0;
  for (std::deque<Coordinate> frontier = {source}; !frontier.empty(); frontier.pop_front()) {
    for (int d = 0; d < shape.directions(); ++d) {
      const auto direction = static_cast<Direction>(d);
      if (!leads_on(shape, frontier.front(), direction)) continue;
      const Coordinate next = shape.neighbour(frontier.front(), direction);
      if (distance(next) >= 0) continue;
      distance(next) = distance(frontier.front()) + 1;
      frontier.push_back(next);
    }
  }
  return distances;
}

NetworkShape random_shape(int most_nodes, Dice& dice) {
  NetworkShape shape({}, {});
  int most = 1;  // dimensions of two nodes each
  while (most < kMaxDimensions && 2 << most <= most_nodes) ++most;
  const int dimensions = dice.between(1, most);
  for (int d = 0; d < dimensions; ++d) {
    int left = most_nodes;  // for this dimension, with two nodes in each that follows
    for (const int size : shape.sizes) left /= size;
    shape.sizes.push_back(dice.between(2, std::min(left >> (dimensions - 1 - d), 9)));
    shape.wrap.push_back(dice.chance(60));
  }
  return shape;
}

}  // namespace tactus::test
