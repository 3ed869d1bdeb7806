#include "hw/router/graph_cycle.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace tactus {
namespace {

constexpr int kNone = -1;

std::size_t at(int vertex) { return static_cast<std::size_t>(vertex); }

/// Tarjan's search for strongly connected components (1972), without recursion. A vertex lies on a cycle if its
/// component has others, or if an edge leads from the vertex to itself.
class ComponentSearch {
 public:
  ComponentSearch(int vertices, const SuccessorsOf& successors_of)
      : successors_of_(successors_of),
        order_(at(vertices), kNone),
        low_(at(vertices)),
        open_(at(vertices), false),
        cyclic_(at(vertices), kNone) {}

  /// By vertex: a number that its component has alone, or kNone if the vertex lies on no cycle.
  std::vector<int> cyclic_components() {
    for (int root = 0; at(root) < order_.size(); ++root) {
      if (order_[at(root)] == kNone) search_from(root);
    }
    return std::move(cyclic_);
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
      if (!alone) cyclic_[at(vertex)] = root;
    }
  }
  void on_cycle(int vertex) { cyclic_[at(vertex)] = vertex; }

  const SuccessorsOf& successors_of_;
  std::vector<int> order_;      ///< by vertex: when the search came to it, or kNone
  std::vector<int> low_;        ///< by vertex: the earliest in its component that it is known to lead to
  std::vector<bool> open_;      ///< by vertex: its component is not yet complete
  std::vector<int> cyclic_;     ///< by vertex: the component's first vertex, or kNone
  std::vector<int> component_;  ///< vertices of components that are open, in the order of the search
  std::vector<Visit> way_;
  std::vector<int> edges_;  ///< of the vertices in `way_`
  int entered_ = 0;
};

/// The vertices that lie on cycles, with the edges within their components, from which vertices are taken one by one.
class CyclicPart {
 public:
  CyclicPart(int vertices, const SuccessorsOf& successors_of)
      : component_(ComponentSearch(vertices, successors_of).cyclic_components()),
        successors_(at(vertices)),
        predecessors_(at(vertices)),
        before_(at(vertices), kNone),
        reached_at_(at(vertices), kNone) {
    std::vector<int> list;
    for (int from = 0; from < vertices; ++from) {
      if (!has(from)) continue;
      list.clear();
      successors_of(from, list);
      for (const int to : list) {
        if (component_[at(to)] != component_[at(from)]) continue;
        successors_[at(from)].push_back(to);
        predecessors_[at(to)].push_back(from);
      }
    }
  }

  [[nodiscard]] bool has(int vertex) const { return component_[at(vertex)] != kNone; }

  /// A shortest cycle through `start`, if it has fewer than `below` vertices: breadth-first search, back to the start.
  [[nodiscard]] std::vector<int> cycle_through(int start, std::size_t below) {
    std::vector<int> reached = {start};
    std::size_t layer_end = 1;
    std::size_t length = 1;  // of a cycle that an edge from this layer closes
    for (std::size_t i = 0; i < reached.size(); ++i) {
      if (i == layer_end) {
        layer_end = reached.size();
        ++length;
      }
      if (length >= below) return {};
      for (const int to : successors_[at(reached[i])]) {
        if (to == start) return way_to(reached[i], start);
        if (!has(to) || reached_at_[at(to)] == start) continue;
        reached_at_[at(to)] = start;
        before_[at(to)] = reached[i];
        reached.push_back(to);
      }
    }
    return {};
  }

  /// Takes `vertex`, and all that lie on no cycle without it by lack of a successor or a predecessor.
  void take(int vertex) {
    std::vector<int> taken = {vertex};
    component_[at(vertex)] = kNone;
    while (!taken.empty()) {
      const int last = taken.back();
      taken.pop_back();
      for (const int to : successors_[at(last)]) take_if_loose(to, predecessors_, taken);
      for (const int from : predecessors_[at(last)]) take_if_loose(from, successors_, taken);
    }
  }

 private:
  using Edges = std::vector<std::vector<int>>;

  void take_if_loose(int vertex, Edges& edges, std::vector<int>& taken) {
    if (!has(vertex)) return;
    std::vector<int>& left = edges[at(vertex)];
    left.erase(std::remove_if(left.begin(), left.end(), [this](int other) { return !has(other); }), left.end());
    if (!left.empty()) return;
    component_[at(vertex)] = kNone;
    taken.push_back(vertex);
  }
  [[nodiscard]] std::vector<int> way_to(int last, int start) const {
    std::vector<int> way;
    for (int vertex = last; vertex != start; vertex = before_[at(vertex)]) way.push_back(vertex);
    way.push_back(start);
    std::reverse(way.begin(), way.end());
    return way;
  }

  std::vector<int> component_;  ///< by vertex: as ComponentSearch's; kNone too if it has been taken
  Edges successors_;            ///< within the component
  Edges predecessors_;
  std::vector<int> before_;      ///< by vertex: its predecessor in the last search that reached it
  std::vector<int> reached_at_;  ///< by vertex: start of that search
};

}  // namespace

std::vector<int> find_cycle(int vertices, const SuccessorsOf& successors_of) {
  CyclicPart part(vertices, successors_of);
  std::vector<int> shortest;
  for (int start = 0; start < vertices && shortest.size() != 1; ++start) {
    if (!part.has(start)) continue;
    // Every other cycle that is shorter does without the start.
    std::vector<int> cycle = part.cycle_through(start, shortest.empty() ? at(vertices) + 1 : shortest.size());
    if (!cycle.empty()) shortest = std::move(cycle);
    part.take(start);
  }
  return shortest;
}

}  // namespace tactus
