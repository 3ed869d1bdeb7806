#include "tlm_models/traffic/traffic_pattern.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

const NetworkShape kSmall({2, 3, 2, 2}, {true, false, true, false});

WorkloadConfig config(const AlgorithmName& algorithm) {
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
  for (const NetworkShape shape : {NetworkShape{5, 3}, NetworkShape{7}, NetworkShape{3, 2, 4}, kSmall}) {
    CAPTURE(shape.text());
    const auto pattern = make_traffic_pattern(config("uniform"), shape);
    const int others = shape.nodes() - 1;
    for (int node = 0; node < shape.nodes(); ++node) {
      const auto drawn = histogram(*pattern, shape, shape.coordinate(node), 14'000);
      CHECK(drawn.count(node) == 0);
      CHECK(static_cast<int>(drawn.size()) == others);
      for (const auto& [destination, times] : drawn) {
        CAPTURE(node, destination, times);
        CHECK(agrees(times, 14'000, 1.0 / others));
      }
    }
  }
}

TEST_CASE("TrafficPattern: a hot spot gets its share and the rest is uniform",
          "[OPEN-10][key:workload.hot_spot][key:workload.hot_spot_share]") {
  const NetworkShape shape{4, 4};
  WorkloadConfig workload = config("hot_spot");
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

TEST_CASE("TrafficPattern: tornado moves by just less than half of each dimension",
          "[OPEN-7][key:workload.algorithm]") {
  for (const NetworkShape shape : {NetworkShape{8, 8}, NetworkShape{9, 5}, NetworkShape{4, 7}, NetworkShape{3, 2},
                                   NetworkShape{12}, NetworkShape{5, 4, 3}, NetworkShape{2, 5, 3, 4}, kSmall}) {
    CAPTURE(shape.text());
    const auto pattern = make_traffic_pattern(config("tornado"), shape);
    const auto offset = [](int size) { return static_cast<int>(std::ceil(size / 2.0)) - 1; };
    for (int node = 0; node < shape.nodes(); ++node) {
      const Coordinate source = shape.coordinate(node);
      const auto destination = pattern->destination(source, RandomStream(1, 1), 5).value();
      for (int d = 0; d < shape.dimensions(); ++d) {
        REQUIRE(destination[d] == (source[d] + offset(shape.size(d))) % shape.size(d));
      }
      REQUIRE(shape.contains(destination));
    }
  }
}

TEST_CASE("TrafficPattern: bit complement mirrors each coordinate, which leaves a middle node silent",
          "[OPEN-22][key:workload.algorithm]") {
  for (const NetworkShape shape : {NetworkShape{8, 8}, NetworkShape{5, 3}, NetworkShape{4, 2, 3}, kSmall}) {
    CAPTURE(shape.text());
    const auto pattern = make_traffic_pattern(config("bit_complement"), shape);
    for (int node = 0; node < shape.nodes(); ++node) {
      const auto destination = pattern->destination(shape.coordinate(node), RandomStream(1, 1), 0);
      // Node numbers count up through the coordinates: the mirrored node is as far from the other end.
      const int mirrored = shape.nodes() - 1 - node;
      REQUIRE(destination.has_value() == (mirrored != node));
      if (destination) REQUIRE(shape.node(*destination) == mirrored);
    }
  }
  const NetworkShape cube{4, 4, 4};
  const auto pattern = make_traffic_pattern(config("bit_complement"), cube);
  for (int node = 0; node < cube.nodes(); ++node) {
    CHECK(cube.node(*pattern->destination(cube.coordinate(node), RandomStream(1, 1), 0)) == (~node & 63));
  }
}

TEST_CASE("TrafficPattern: transpose reverses coordinates and leaves those silent that read the same both ways",
          "[OPEN-8][key:workload.algorithm]") {
  for (const NetworkShape shape : {NetworkShape{4, 4}, NetworkShape{3, 2, 3}, NetworkShape{2, 3, 3, 2}}) {
    CAPTURE(shape.text());
    const auto pattern = make_traffic_pattern(config("transpose"), shape);
    for (int node = 0; node < shape.nodes(); ++node) {
      const Coordinate source = shape.coordinate(node);
      const auto destination = pattern->destination(source, RandomStream(1, 1), 0);
      bool silent = true;
      for (int d = 0; d < shape.dimensions(); ++d) {
        const int there = source[shape.dimensions() - 1 - d];
        silent = silent && there == source[d];
        if (destination) REQUIRE((*destination)[d] == there);
      }
      REQUIRE(destination.has_value() != silent);
      if (destination) REQUIRE(shape.contains(*destination));
    }
  }
}

TEST_CASE("TrafficPattern: neighbour is the next node in x", "[OPEN-9][key:workload.algorithm]") {
  const auto pattern = make_traffic_pattern(config("neighbour"), {3, 2});
  CHECK(pattern->destination({0, 1}, RandomStream(1, 1), 0) == Coordinate{1, 1});
  CHECK(pattern->destination({2, 0}, RandomStream(1, 1), 9) == Coordinate{0, 0});
  const auto in_four = make_traffic_pattern(config("neighbour"), kSmall);
  CHECK(in_four->destination({0, 2, 1, 1}, RandomStream(1, 1), 3) == Coordinate{1, 2, 1, 1});
  CHECK(in_four->destination({1, 2, 0, 1}, RandomStream(1, 1), 3) == Coordinate{0, 2, 0, 1});
}

TEST_CASE("TrafficPattern: destinations do not depend on the order in which they are asked for", "[OPEN-2]") {
  WorkloadConfig workload = config("hot_spot");
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
