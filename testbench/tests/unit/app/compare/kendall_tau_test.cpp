#include "testbench/app/compare/kendall_tau.h"

#include <cmath>

#include "hw/common/random.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

using Pairs = std::vector<std::pair<double, double>>;

/// The definition, pair by pair.
std::optional<double> by_definition(const Pairs& pairs) {
  double agreement = 0;
  double ordered_first = 0;
  double ordered_second = 0;
  const auto sign = [](double difference) { return difference > 0 ? 1.0 : difference < 0 ? -1.0 : 0.0; };
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double first = sign(pairs[i].first - pairs[j].first);
      const double second = sign(pairs[i].second - pairs[j].second);
      agreement += first * second;
      ordered_first += first * first;
      ordered_second += second * second;
    }
  }
  if (ordered_first == 0 || ordered_second == 0) return std::nullopt;
  return agreement / std::sqrt(ordered_first * ordered_second);
}

TEST_CASE("Kendall's tau: is what its definition says, ties included", "[FLUID-29]") {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const RandomStream draws(seed, 0);
    const std::uint64_t size = draws.below(0, 40);
    const std::uint64_t values = 1 + draws.below(1, 30);  // few values: many ties
    Pairs pairs;
    for (std::uint64_t i = 0; i < size; ++i) {
      pairs.emplace_back(draws.below(2 * i + 2, values), draws.below(2 * i + 3, values));
    }
    const std::optional<double> expected = by_definition(pairs);
    const std::optional<double> tau = kendall_tau(pairs);
    CAPTURE(seed, size, values);
    REQUIRE(tau.has_value() == expected.has_value());
    if (tau) CHECK(*tau == Approx(*expected).margin(1e-12));
  }
}

TEST_CASE("Kendall's tau: 1 for the same order, -1 for the reversed one, nothing without an order", "[FLUID-29]") {
  CHECK(kendall_tau({{1, 10}, {2, 20}, {3, 30}}) == 1.0);
  CHECK(kendall_tau({{1, 30}, {2, 20}, {3, 10}}) == -1.0);
  CHECK_FALSE(kendall_tau({{1, 1}, {2, 1}, {3, 1}}));
  CHECK_FALSE(kendall_tau({{1, 1}}));
  CHECK_FALSE(kendall_tau({}));
}

}  // namespace
}  // namespace tactus
