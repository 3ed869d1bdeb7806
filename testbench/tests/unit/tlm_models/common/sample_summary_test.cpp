#include "tlm_models/common/sample_summary.h"

#include <cmath>

#include "hw/common/random.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

TEST_CASE("Summary: mean, range and percentiles are those of the sorted values") {
  std::vector<double> sample;
  for (int i = 200; i >= 1; --i) sample.push_back(i);
  const SampleSummary summary = summarise(sample);
  CHECK(summary.count == 200);
  CHECK(summary.mean == 100.5);
  CHECK(summary.min == 1);
  CHECK(summary.p50 == 100);
  CHECK(summary.p95 == 190);
  CHECK(summary.p99 == 198);
  CHECK(summary.max == 200);
}

TEST_CASE("Summary: a percentile is the smallest value that so many percent of the sample do not exceed") {
  const SampleSummary summary = summarise({7, 6, 5, 4, 3, 2, 1});
  CHECK(summary.p50 == 4);  // 3 of 7 are 43 %
  CHECK(summary.p95 == 7);  // 6 of 7 are 86 %
  CHECK(summary.p99 == 7);
}

TEST_CASE("Summary: one value, and equal values, have no width") {
  CHECK(summarise({3}).confidence == 0);
  CHECK(summarise({3}).p99 == 3);
  CHECK(summarise({3, 3, 3}).confidence == 0);
  CHECK(summarise({5e-09, 5e-09, 5e-09}).confidence == 0);  // whose sum is rounded
  CHECK(summarise({5e-09, 5e-09, 5e-09}).mean == 5e-09);
}

TEST_CASE("Summary: Student's t is that of the tables") {
  for (const auto& [freedom, t] : {std::pair(1, 12.706), std::pair(2, 4.303), std::pair(4, 2.776), std::pair(5, 2.571),
                                   std::pair(9, 2.262), std::pair(30, 2.042), std::pair(99, 1.984)}) {
    CHECK(student_t_95(static_cast<std::size_t>(freedom)) == Approx(t).margin(0.0015));
  }
}

TEST_CASE("Summary: the confidence interval of a small sample holds the mean 19 times in 20") {
  constexpr int kTrials = 4000;
  constexpr int kSize = 8;
  int held = 0;
  for (std::uint64_t trial = 0; trial < kTrials; ++trial) {
    const RandomStream dice(trial, 0);
    std::vector<double> sample;
    for (std::uint64_t i = 0; i < kSize; ++i) {
      // Normal by Box and Muller, mean 5.
      const double radius = std::sqrt(-2 * std::log(dice.unit(2 * i)));
      sample.push_back(5 + radius * std::cos(2 * M_PI * dice.unit(2 * i + 1)));
    }
    const SampleSummary summary = summarise(sample);
    held += std::abs(summary.mean - 5) <= summary.confidence ? 1 : 0;
  }
  CHECK(held == Approx(0.95 * kTrials).margin(4 * std::sqrt(0.95 * 0.05 * kTrials)));
}

}  // namespace
}  // namespace tactus
