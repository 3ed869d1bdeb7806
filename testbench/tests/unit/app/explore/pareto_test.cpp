#include "testbench/app/explore/pareto.h"

#include <random>

#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

bool beats(const CostPoint& a, const CostPoint& b) {
  return a.cost <= b.cost && a.regret <= b.regret && (a.cost < b.cost || a.regret < b.regret);
}

TEST_CASE("Pareto front: is the points that no other point beats, equal ones together") {
  std::mt19937 dice(5);
  for (int round = 0; round < 2000; ++round) {
    // Few values, so that many points share one.
    std::vector<CostPoint> points(1 + dice() % 9);
    for (CostPoint& point : points) point = {static_cast<double>(dice() % 5), static_cast<double>(dice() % 5)};
    const std::vector<bool> front = pareto_front(points);
    REQUIRE(front.size() == points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
      bool beaten = false;
      for (const CostPoint& other : points) beaten = beaten || beats(other, points[i]);
      REQUIRE(front[i] == !beaten);
    }
  }
  CHECK(pareto_front({}).empty());
}

}  // namespace
}  // namespace tactus
