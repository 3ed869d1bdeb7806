#pragma once

#include <functional>
#include <vector>

namespace tactus {

/// Appends to `successors` the vertices that edges lead to from `vertex`.
using SuccessorsOf = std::function<void(int vertex, std::vector<int>& successors)>;

/// A cycle of a directed graph whose vertices are 0 .. `vertices - 1`: a shortest one through the lowest vertex that
/// lies on any, which it begins with, so that it names no vertex twice; empty if there is none. Takes time in
/// proportion to vertices and edges.
std::vector<int> find_cycle(int vertices, const SuccessorsOf& successors_of);

}  // namespace tactus
