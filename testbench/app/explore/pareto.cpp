#include "testbench/app/explore/pareto.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace tactus {

std::vector<bool> pareto_front(const std::vector<CostPoint>& points) {
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return points[a].cost != points[b].cost ? points[a].cost < points[b].cost : points[a].regret < points[b].regret;
  });
  std::vector<bool> front(points.size());
  double least = std::numeric_limits<double>::infinity();  // regret of all cheaper points
  for (std::size_t first = 0; first < order.size();) {
    std::size_t end = first;
    const CostPoint& best = points[order[first]];
    for (; end < order.size() && points[order[end]].cost == best.cost; ++end) {
      front[order[end]] = points[order[end]].regret == best.regret && best.regret < least;
    }
    least = std::min(least, best.regret);
    first = end;
  }
  return front;
}

}  // namespace tactus
