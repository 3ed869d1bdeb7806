#pragma once

#include <functional>
#include <vector>

namespace tactus {

/// Appends to `successors` the vertices that edges lead to from `vertex`.
using SuccessorsOf = std::function<void(int vertex, std::vector<int>& successors)>;

/// A shortest cycle of a directed graph whose vertices are 0 .. `vertices - 1`; empty if there is none. Of several it
/// is one through the lowest vertex that lies on any of them, which it begins with. Without a cycle it takes time in
/// proportion to vertices and edges; with one, it searches from each vertex on cycles as far as the shortest so far.
std::vector<int> find_cycle(int vertices, const SuccessorsOf& successors_of);

}  // namespace tactus
