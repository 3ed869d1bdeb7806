#include "testbench/app/explore/matrix_summary.h"

#include <cmath>

#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

TEST_CASE("Matrix summary: means over columns, with Student's interval over the seeds") {
  // Two seeds: means over the columns 1.5 and 2.5, geometric means sqrt(2) and sqrt(6).
  const auto matrix = summarise_matrix({{1, 2}, {}, {2, 3}}, Worst::kLargest);
  REQUIRE(matrix);
  CHECK(matrix->columns == 2);
  CHECK(matrix->mean.mean == Approx(2));
  // t of one degree of freedom is tan(0.975 pi - pi / 2); the standard error of two values is half of their distance.
  const double t = std::tan(0.475 * std::acos(-1.0));
  CHECK(matrix->mean.confidence == Approx(t * 0.5).epsilon(1e-4));
  CHECK(matrix->geometric.mean == Approx((std::sqrt(2) + std::sqrt(6)) / 2));
  CHECK(matrix->geometric.confidence == Approx(t * (std::sqrt(6) - std::sqrt(2)) / 2).epsilon(1e-4));
  CHECK(matrix->worst.mean == Approx(2.5));
  CHECK(matrix->worst.confidence == Approx(t * 0.5).epsilon(1e-4));
  CHECK(matrix->worst_column == 2);
}

TEST_CASE("Matrix summary: the worst gain is the least, and columns within 10 % are counted, 1.1 among them") {
  const auto gains = summarise_matrix({{3}, {0.5}, {0.5}, {2}}, Worst::kLeast);
  CHECK(gains->worst.mean == 0.5);
  CHECK(gains->worst.confidence == 0);
  CHECK(gains->worst_column == 1);
  CHECK(summarise_matrix({{1.1}, {1.11}, {0.9}, {2}}, Worst::kLargest)->near == 2);
}

TEST_CASE("Matrix summary: has nothing without columns, or if their seeds differ in number") {
  CHECK_FALSE(summarise_matrix({}, Worst::kLargest));
  CHECK_FALSE(summarise_matrix({{}, {}}, Worst::kLargest));
  CHECK_FALSE(summarise_matrix({{1, 2}, {1}}, Worst::kLargest));
}

}  // namespace
}  // namespace tactus
