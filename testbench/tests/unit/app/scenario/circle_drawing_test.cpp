#include "testbench/app/kinds/torus/circle_drawing.h"

#include "testbench/tests/support/catch.h"

namespace tactus::test {
namespace {

TEST_CASE("Circle drawing: a circle in a mesh is drawn with its arrows and VCs", "[ROUTE-38]") {
  const std::vector<Channel> circle = {{{4, 2}, Direction::kMinusX, 0}, {{3, 2}, Direction::kPlusY, 1},
                                       {{3, 3}, Direction::kPlusY, 0},  {{3, 4}, Direction::kPlusX, 2},
                                       {{4, 4}, Direction::kMinusY, 0}, {{4, 3}, Direction::kMinusY, 7}};
  CHECK("\n" + drawing_of({8, 8}, circle) == R"(
    x 3   4
y 2   o<0-o
      1   ^
      v   7
  3   o   o
      0   ^
      v   0
  4   o-2>o)");
}

TEST_CASE("Circle drawing: links that wrap are drawn at both ends", "[ROUTE-38]") {
  const std::vector<Channel> ring = {
      {{0, 0}, Direction::kMinusX, 1}, {{2, 0}, Direction::kMinusX, 0}, {{1, 0}, Direction::kMinusX, 1}};
  CHECK("\n" + drawing_of(NetworkShape({3}), ring) == R"(
        x 0   1   2
       <1-o<1-o<0-o<1-)");
  const std::vector<Channel> column = {{{1, 0}, Direction::kPlusY, 0}, {{1, 1}, Direction::kPlusY, 0}};
  CHECK("\n" + drawing_of({2, 2}, column) == R"(
    x 1
      0
      v
y 0   o
      0
      v
  1   o
      0
      v)");
}

TEST_CASE("Circle drawing: a cable that is used both ways, and a link on several VCs, are drawn so", "[ROUTE-38]") {
  const std::vector<Channel> there_and_back = {{{0, 0}, Direction::kPlusX, 0},
                                               {{1, 0}, Direction::kPlusY, 0},
                                               {{1, 1}, Direction::kMinusY, 1},
                                               {{1, 0}, Direction::kMinusX, 0}};
  CHECK("\n" + drawing_of({3, 3}, there_and_back) == R"(
    x 0   1
y 0   o<0>o
          ^
          v
  1   .   o)");
}

TEST_CASE("Circle drawing: there is none of three dimensions, and none of a long ring", "[ROUTE-38]") {
  CHECK(drawing_of({2, 2, 2}, {{{0, 0, 0}, Direction::kPlusX, 0}}) == "");
  std::vector<Channel> ring;
  for (int x = 0; x < 21; ++x) ring.push_back({{x, 0}, Direction::kPlusX, 0});
  CHECK(drawing_of(NetworkShape({21}), ring) == "");
}

}  // namespace
}  // namespace tactus::test
