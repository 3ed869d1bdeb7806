#include "tlm_models/traffic/traffic_pattern.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

WorkloadConfig config(Algorithm algorithm) {
  WorkloadConfig workload;
  workload.algorithm = algorithm;
  return workload;
}

/// How often each node is drawn by the first `count` messages of `source`.
std::map<int, int> histogram(const TrafficPattern& pattern, NetworkShape shape, Coordinate source, int count) {
  const RandomStream draws(99, static_cast<std::uint64_t>(shape.node(source)));
  std::map<int, int> drawn;
  for (int i = 0; i < count; ++i) {
    ++drawn[shape.node(pattern.destination(source, draws, static_cast<std::uint64_t>(i)).value())];
  }
  return drawn;
}

/// `times` of `count` draws agree with `probability` within five standard deviations.
bool agrees(int times, int count, double probability) {
  const double mean = count * probability;
  return std::abs(times - mean) <= 5 * std::sqrt(mean * (1 - probability));
}

TEST_CASE("TrafficPattern: uniform draws every other node equally often and never the source",
          "[OPEN-6][key:workload.algorithm]") {
  const NetworkShape shape{5, 3};
  const auto pattern = make_traffic_pattern(config(Algorithm::kUniform), shape);
  for (int node = 0; node < shape.nodes(); ++node) {
    const auto drawn = histogram(*pattern, shape, shape.coordinate(node), 14'000);
    CHECK(drawn.count(node) == 0);
    CHECK(drawn.size() == 14);
    for (const auto& [destination, times] : drawn) {
      CAPTURE(node, destination, times);
      CHECK(agrees(times, 14'000, 1.0 / 14));
    }
  }
}

TEST_CASE("TrafficPattern: a hot spot gets its share and the rest is uniform",
          "[OPEN-10][key:workload.hot_spot][key:workload.hot_spot_share]") {
  const NetworkShape shape{4, 4};
  WorkloadConfig workload = config(Algorithm::kHotSpot);
  workload.hot_spot = {2, 3};
  workload.hot_spot_share = 0.25;
  const auto pattern = make_traffic_pattern(workload, shape);
  for (int node = 0; node < 16; ++node) {
    const bool is_hot = shape.coordinate(node) == workload.hot_spot;
    for (const auto& [destination, times] : histogram(*pattern, shape, shape.coordinate(node), 20'000)) {
      double expected = is_hot ? 1.0 / 15 : 0.75 / 15;
      if (shape.coordinate(destination) == workload.hot_spot) expected += 0.25;
      CAPTURE(node, destination, times);
      CHECK(destination != node);
      CHECK(agrees(times, 20'000, expected));
    }
  }
}

TEST_CASE("TrafficPattern: tornado moves by just less than half of each ring", "[OPEN-7][key:workload.algorithm]") {
  for (const NetworkShape shape : {NetworkShape{8, 8}, NetworkShape{9, 5}, NetworkShape{4, 7}, NetworkShape{3, 2}}) {
    const auto pattern = make_traffic_pattern(config(Algorithm::kTornado), shape);
    const auto offset = [](int size) { return static_cast<int>(std::ceil(size / 2.0)) - 1; };
    for (int node = 0; node < shape.nodes(); ++node) {
      const Coordinate source = shape.coordinate(node);
      const Coordinate expected{(source[0] + offset(shape.size(0))) % shape.size(0),
                                (source[1] + offset(shape.size(1))) % shape.size(1)};
      CHECK(pattern->destination(source, RandomStream(1, 1), 5) == expected);
    }
  }
}

TEST_CASE("TrafficPattern: transpose exchanges x and y and leaves the diagonal silent",
          "[OPEN-8][key:workload.algorithm]") {
  const auto pattern = make_traffic_pattern(config(Algorithm::kTranspose), {4, 4});
  for (int x = 0; x < 4; ++x) {
    for (int y = 0; y < 4; ++y) {
      const auto destination = pattern->destination({x, y}, RandomStream(1, 1), 0);
      CHECK(destination.has_value() == (x != y));
      if (destination) CHECK(*destination == Coordinate{y, x});
    }
  }
}

TEST_CASE("TrafficPattern: neighbour is the next node in x", "[OPEN-9][key:workload.algorithm]") {
  const auto pattern = make_traffic_pattern(config(Algorithm::kNeighbour), {3, 2});
  CHECK(pattern->destination({0, 1}, RandomStream(1, 1), 0) == Coordinate{1, 1});
  CHECK(pattern->destination({2, 0}, RandomStream(1, 1), 9) == Coordinate{0, 0});
}

TEST_CASE("TrafficPattern: destinations do not depend on the order in which they are asked for", "[OPEN-2]") {
  WorkloadConfig workload = config(Algorithm::kHotSpot);
  const NetworkShape shape{4, 4};
  const auto pattern = make_traffic_pattern(workload, shape);
  const RandomStream draws(7, 3);
  std::vector<int> forward;
  std::vector<int> backward;
  for (std::uint64_t i = 0; i < 500; ++i) forward.push_back(shape.node(*pattern->destination({1, 1}, draws, i)));
  for (std::uint64_t i = 500; i-- > 0;) backward.push_back(shape.node(*pattern->destination({1, 1}, draws, i)));
  std::reverse(backward.begin(), backward.end());
  CHECK(forward == backward);
}

}  // namespace
}  // namespace tactus
