#pragma once

#include <cstddef>
#include <vector>

namespace tactus {

/// A design as two numbers, of both of which less is better.
struct CostPoint {
  double cost = 0;
  double regret = 0;
};

/// Whether each point is on the Pareto front: no other point is at most as large in both numbers and smaller in one.
/// Equal points are on it together.
std::vector<bool> pareto_front(const std::vector<CostPoint>& points);

}  // namespace tactus
