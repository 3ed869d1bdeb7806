#include "hw/router/graph_cycle.h"

#include <algorithm>
#include <cstddef>

namespace tactus {
namespace {

constexpr int kNone = -1;

std::size_t at(int vertex) { return static_cast<std::size_t>(vertex); }

/// Tarjan's search for strongly connected components (1972), without recursion. A vertex lies on a cycle if its
/// component has others, or if an edge leads from the vertex to itself.
class ComponentSearch {
 public:
  ComponentSearch(int vertices, const SuccessorsOf& successors_of)
      : successors_of_(successors_of), order_(at(vertices), kNone), low_(at(vertices)), open_(at(vertices), false) {}

  /// The lowest vertex that lies on a cycle, or kNone.
  int lowest_on_cycle() {
    for (int root = 0; at(root) < order_.size(); ++root) {
      if (order_[at(root)] == kNone) search_from(root);
    }
    return lowest_;
  }

 private:
  /// A vertex on the way of the search, with its successors that are not yet looked at: `edges_` from `next` on.
  struct Visit {
    int vertex;
    std::size_t first;
    std::size_t next;
  };

  void search_from(int root) {
    enter(root);
    while (!way_.empty()) {
      Visit& visit = way_.back();
      if (visit.next == edges_.size()) {
        leave();
      } else {
        follow(visit.vertex, edges_[visit.next++]);
      }
    }
  }
  void enter(int vertex) {
    order_[at(vertex)] = low_[at(vertex)] = entered_++;
    open_[at(vertex)] = true;
    component_.push_back(vertex);
    way_.push_back({vertex, edges_.size(), edges_.size()});
    successors_of_(vertex, edges_);
  }
  void follow(int from, int to) {
    if (from == to) on_cycle(from);
    if (order_[at(to)] == kNone) {
      enter(to);
    } else if (open_[at(to)]) {
      low_[at(from)] = std::min(low_[at(from)], order_[at(to)]);
    }
  }
  void leave() {
    const Visit left = way_.back();
    way_.pop_back();
    edges_.resize(left.first);
    const int low = low_[at(left.vertex)];
    if (!way_.empty()) low_[at(way_.back().vertex)] = std::min(low_[at(way_.back().vertex)], low);
    if (low == order_[at(left.vertex)]) close_component(left.vertex);
  }
  void close_component(int root) {
    const bool alone = component_.back() == root;
    for (int vertex = kNone; vertex != root;) {
      vertex = component_.back();
      component_.pop_back();
      open_[at(vertex)] = false;
      if (!alone) on_cycle(vertex);
    }
  }
  void on_cycle(int vertex) { lowest_ = lowest_ == kNone ? vertex : std::min(lowest_, vertex); }

  const SuccessorsOf& successors_of_;
  std::vector<int> order_;      ///< by vertex: when the search came to it, or kNone
  std::vector<int> low_;        ///< by vertex: the earliest in its component that it is known to lead to
  std::vector<bool> open_;      ///< by vertex: its component is not yet complete
  std::vector<int> component_;  ///< vertices of components that are open, in the order of the search
  std::vector<Visit> way_;
  std::vector<int> edges_;  ///< of the vertices in `way_`
  int entered_ = 0;
  int lowest_ = kNone;
};

/// Breadth-first search from `start`, which lies on a cycle, back to it.
std::vector<int> shortest_cycle_through(int start, int vertices, const SuccessorsOf& successors_of) {
  std::vector<int> before(at(vertices), kNone);
  std::vector<int> reached = {start};
  std::vector<int> successors;
  int last = kNone;
  for (std::size_t i = 0; last == kNone; ++i) {
    successors.clear();
    successors_of(reached[i], successors);
    for (const int successor : successors) {
      if (successor == start) {
        last = reached[i];
      } else if (before[at(successor)] == kNone) {
        before[at(successor)] = reached[i];
        reached.push_back(successor);
      }
    }
  }
  std::vector<int> cycle;
  for (int vertex = last; vertex != kNone; vertex = before[at(vertex)]) cycle.push_back(vertex);
  std::reverse(cycle.begin(), cycle.end());
  return cycle;
}

}  // namespace

std::vector<int> find_cycle(int vertices, const SuccessorsOf& successors_of) {
  const int lowest = ComponentSearch(vertices, successors_of).lowest_on_cycle();
  if (lowest == kNone) return {};
  return shortest_cycle_through(lowest, vertices, successors_of);
}

}  // namespace tactus
