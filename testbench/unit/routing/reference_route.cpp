#include "testbench/unit/routing/reference_route.h"

#include <deque>

namespace tactus::test {
namespace {

bool is_positive(Direction d) { return d == Direction::kPlusX || d == Direction::kPlusY; }

int position(Coordinate c, Direction d) { return d == Direction::kPlusX || d == Direction::kMinusX ? c.x : c.y; }

/// Nodes left on the way from `from` in direction `d` until `to` in that dimension is reached.
std::vector<Coordinate> walk(const TorusShape& shape, Coordinate from, Coordinate to, Direction d) {
  std::vector<Coordinate> left;
  for (; position(from, d) != position(to, d); from = shape.neighbour(from, d)) left.push_back(from);
  return left;
}

bool wraps(const TorusShape& shape, Coordinate node, Direction d) {
  const int before = position(node, d);
  const int after = position(shape.neighbour(node, d), d);
  return is_positive(d) ? after < before : after > before;
}

void append_ring(const TorusShape& shape, const ReferenceRules& rules, Coordinate from, Coordinate to,
                 Direction positive, bool negative_sign, std::vector<ReferenceStep>& route) {
  const std::vector<Coordinate> up = walk(shape, from, to, positive);
  const std::vector<Coordinate> down = walk(shape, from, to, opposite(positive));
  bool go_down = down.size() < up.size();
  if (down.size() == up.size()) go_down = rules.tie_break == TieBreak::kSigned && negative_sign;
  const Direction d = go_down ? opposite(positive) : positive;
  const std::vector<Coordinate>& nodes = go_down ? down : up;

  bool wraps_at_all = false;
  for (const Coordinate node : nodes) wraps_at_all = wraps_at_all || wraps(shape, node, d);
  bool wrapped = false;
  for (const Coordinate node : nodes) {
    wrapped = wrapped || wraps(shape, node, d);
    const bool in_class_1 = rules.dateline == DatelineKind::kEntry ? wraps_at_all : wrapped;
    route.push_back({node, d, in_class_1 ? 1 : 0});
  }
}

}  // namespace

std::vector<ReferenceStep> reference_route(const TorusShape& shape, const ReferenceRules& rules,
                                           const RouteHeader& header) {
  std::vector<ReferenceStep> route;
  const Coordinate turn{header.destination.x, header.source.y};
  append_ring(shape, rules, header.source, turn, Direction::kPlusX, header.x_negative, route);
  append_ring(shape, rules, turn, header.destination, Direction::kPlusY, header.y_negative, route);
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

std::vector<int> reference_distances(const TorusShape& shape, Coordinate source) {
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
