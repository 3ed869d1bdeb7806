#include "hw/common/cable_layout.h"

#include <algorithm>
#include <cstddef>

namespace tactus {
namespace {

std::size_t at(int number) { return static_cast<std::size_t>(number); }

std::vector<int> degrees_of(int nodes, const std::vector<GraphCable>& cables) {
  std::vector<int> degrees(at(nodes));
  for (const auto& [a, b] : cables) {
    ++degrees[at(a)];
    ++degrees[at(b)];
  }
  return degrees;
}

/// Gives each cable a direction, so that every node has as many leaving as coming, or one more of either: round trips
/// through all cables, with a further node that is joined to all those that have an odd number.
class RoundTrips {
 public:
  RoundTrips(int nodes, const std::vector<GraphCable>& cables)
      : cables_(cables), left_(at(nodes + 1)), used_(cables.size()) {
    const std::vector<int> degrees = degrees_of(nodes, cables);
    for (int node = 0; node < nodes; ++node) {
      if (degrees[at(node)] % 2 != 0) cables_.emplace_back(node, nodes);
    }
    used_.resize(cables_.size());
    for (std::size_t i = cables_.size(); i-- > 0;) {
      left_[at(cables_[i].first)].push_back(i);
      left_[at(cables_[i].second)].push_back(i);
    }
    for (int node = 0; node <= nodes; ++node) walk_from(node);
  }

  /// Its first end is where it leaves.
  [[nodiscard]] const GraphCable& directed(std::size_t cable) const { return cables_[cable]; }

 private:
  void walk_from(int node) {
    while (!left_[at(node)].empty()) {
      const std::size_t cable = left_[at(node)].back();
      left_[at(node)].pop_back();
      if (used_[cable]) continue;
      used_[cable] = true;
      if (cables_[cable].first != node) std::swap(cables_[cable].first, cables_[cable].second);
      node = cables_[cable].second;
    }
  }

  std::vector<GraphCable> cables_;
  std::vector<std::vector<std::size_t>> left_;  ///< by node: its cables that may not have been walked yet
  std::vector<bool> used_;
};

/// Colours the edges of a graph between leaving and coming sides of nodes: no side has two of one colour.
class EdgeColours {
 public:
  EdgeColours(int nodes, int colours)
      : colours_(colours), leaving_(at(nodes * colours), kNone), coming_(at(nodes * colours), kNone) {}

  void add(int from, int to) {
    const int edge = static_cast<int>(edges_.size());
    edges_.push_back({from, to, 0});
    const int here = free_colour(leaving_, from);
    const int there = free_colour(coming_, to);
    if (coming_[place(to, here)] != kNone) exchange(to, here, there);
    set(edge, here);
  }
  [[nodiscard]] const std::vector<LaidCable>& edges() const { return edges_; }

 private:
  static constexpr int kNone = -1;

  [[nodiscard]] std::size_t place(int node, int colour) const { return at(node * colours_ + colour); }
  [[nodiscard]] int free_colour(const std::vector<int>& side, int node) const {
    int colour = 0;
    while (side[place(node, colour)] != kNone) ++colour;
    return colour;
  }
  void set(int edge, int colour) {
    LaidCable& laid = edges_[at(edge)];
    laid.dimension = colour;
    leaving_[place(laid.plus, colour)] = coming_[place(laid.minus, colour)] = edge;
  }
  /// Along the path of edges that are coloured `a` and `b` in turn, from the coming side of `node`, where `b` is free.
  void exchange(int node, int a, int b) {
    std::vector<int> path;
    bool coming = true;
    for (int colour = a;; colour = colour == a ? b : a) {
      const int edge = (coming ? coming_ : leaving_)[place(node, colour)];
      if (edge == kNone) break;
      path.push_back(edge);
      node = coming ? edges_[at(edge)].plus : edges_[at(edge)].minus;
      coming = !coming;
    }
    for (const int edge : path) {
      const LaidCable& laid = edges_[at(edge)];
      leaving_[place(laid.plus, laid.dimension)] = coming_[place(laid.minus, laid.dimension)] = kNone;
    }
    for (const int edge : path) set(edge, edges_[at(edge)].dimension == a ? b : a);
  }

  int colours_;
  std::vector<int> leaving_;  ///< by node and colour: the edge, or kNone
  std::vector<int> coming_;
  std::vector<LaidCable> edges_;
};

}  // namespace

int dimensions_needed(int nodes, const std::vector<GraphCable>& cables) {
  const std::vector<int> degrees = degrees_of(nodes, cables);
  return std::max(1, (*std::max_element(degrees.begin(), degrees.end()) + 1) / 2);
}

std::vector<LaidCable> lay_out_cables(int nodes, const std::vector<GraphCable>& cables) {
  const RoundTrips trips(nodes, cables);
  EdgeColours colours(nodes, dimensions_needed(nodes, cables));
  for (std::size_t cable = 0; cable < cables.size(); ++cable) {
    const auto& [from, to] = trips.directed(cable);
    colours.add(from, to);
  }
  return colours.edges();
}

}  // namespace tactus
