#include "testbench/tests/unit/hw/router/reference_route.h"

#include <deque>

namespace tactus::test {
namespace {

bool is_positive(Direction d) { return d == Direction::kPlusX || d == Direction::kPlusY; }

int position(Coordinate c, Direction d) { return d == Direction::kPlusX || d == Direction::kMinusX ? c[0] : c[1]; }

int steps(const NetworkShape& shape, Coordinate from, Coordinate to, Direction d) {
  int count = 0;
  for (; position(from, d) != position(to, d); from = shape.neighbour(from, d)) ++count;
  return count;
}

bool wraps(const NetworkShape& shape, Coordinate node, Direction d) {
  const int before = position(node, d);
  const int after = position(shape.neighbour(node, d), d);
  return is_positive(d) ? after < before : after > before;
}

void append_ring(const NetworkShape& shape, const ReferenceRules& rules, Coordinate from, Coordinate to,
                 Direction positive, bool negative_sign, std::vector<ReferenceStep>& route) {
  const int up = steps(shape, from, to, positive);
  const int down = steps(shape, from, to, opposite(positive));
  bool go_down = down < up;
  if (down == up) go_down = rules.tie_break == TieBreak::kSigned && negative_sign;
  const Direction d = go_down ? opposite(positive) : positive;

  const std::size_t begin = route.size();
  bool wrapped = false;
  for (; position(from, d) != position(to, d); from = shape.neighbour(from, d)) {
    wrapped = wrapped || wraps(shape, from, d);
    route.push_back({from, d, wrapped ? 1 : 0});
  }
  if (rules.dateline != DatelineKind::kEntry) return;
  for (std::size_t i = begin; i < route.size(); ++i) route[i].dateline_class = wrapped ? 1 : 0;
}

}  // namespace

std::vector<ReferenceStep> reference_route(const NetworkShape& shape, const ReferenceRules& rules,
                                           const RouteHeader& header) {
  std::vector<ReferenceStep> route;
  route.reserve(static_cast<std::size_t>(shape.size(0) + shape.size(1)));
  const Coordinate turn{header.destination[0], header.source[1]};
  append_ring(shape, rules, header.source, turn, Direction::kPlusX, header.negative[0], route);
  append_ring(shape, rules, turn, header.destination, Direction::kPlusY, header.negative[1], route);
  return route;
}

std::vector<int> reference_vcs(DatelineKind dateline, int virtual_channels, int dateline_class) {
  std::vector<int> vcs;
  for (int vc = 0; vc < virtual_channels; ++vc) {
    const int class_of_vc = 2 * vc < virtual_channels ? 0 : 1;
    const bool without_classes = dateline == DatelineKind::kNone || virtual_channels == 1;
    if (without_classes || class_of_vc == dateline_class) vcs.push_back(vc);
  }
  return vcs;
}

std::vector<int> reference_distances(const NetworkShape& shape, Coordinate source) {
  std::vector<int> distance(static_cast<std::size_t>(shape.nodes()), -1);
  distance[shape.node(source)] = 0;
  for (std::deque<Coordinate> frontier = {source}; !frontier.empty(); frontier.pop_front()) {
    for (int d = 0; d < kTorusPorts; ++d) {
      const Coordinate next = shape.neighbour(frontier.front(), static_cast<Direction>(d));
      if (distance[shape.node(next)] >= 0) continue;
      distance[shape.node(next)] = distance[shape.node(frontier.front())] + 1;
      frontier.push_back(next);
    }
  }
  return distance;
}

}  // namespace tactus::test
