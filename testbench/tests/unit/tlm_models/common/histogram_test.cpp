#include "tlm_models/common/histogram.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "hw/common/random.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

/// Nearest rank by definition, from the sorted values.
std::uint64_t nearest_rank(const std::vector<std::uint64_t>& sorted, int percent) {
  std::size_t rank = (sorted.size() * static_cast<std::size_t>(percent) + 99) / 100;
  rank = std::max<std::size_t>(rank, 1);
  return sorted[rank - 1];
}

/// Values spread over many octaves, at most 2^bits.
std::vector<std::uint64_t> values(std::uint64_t seed, std::size_t count, int bits) {
  const RandomStream draws(seed, 0);
  std::vector<std::uint64_t> list;
  for (std::size_t i = 0; i < count; ++i) {
    list.push_back(draws.bits(2 * i) >> (64 - bits + static_cast<int>(draws.below(2 * i + 1, 8))));
  }
  return list;
}

TEST_CASE("LatencyHistogram: percentiles of values below 2048 are exact", "[OPEN-17][RESULT-13]") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    std::vector<std::uint64_t> list = values(seed, 1 + 37 * seed, 11);
    LatencyHistogram histogram;
    for (const std::uint64_t value : list) histogram.record(value);
    std::sort(list.begin(), list.end());
    for (int percent = 0; percent <= 100; ++percent) {
      CAPTURE(seed, percent);
      CHECK(histogram.percentile(percent) == nearest_rank(list, percent));
    }
  }
}

TEST_CASE("LatencyHistogram: percentiles of large values are off by less than 0.1 percent", "[OPEN-17][RESULT-13]") {
  for (const int bits : {16, 24, 40, 63}) {
    std::vector<std::uint64_t> list = values(static_cast<std::uint64_t>(bits), 1000, bits);
    LatencyHistogram histogram;
    for (const std::uint64_t value : list) histogram.record(value);
    std::sort(list.begin(), list.end());
    for (int percent = 0; percent <= 100; ++percent) {
      const auto exact = static_cast<double>(nearest_rank(list, percent));
      CAPTURE(bits, percent, exact);
      CHECK(std::abs(static_cast<double>(histogram.percentile(percent)) - exact) <= 0.001 * exact);
    }
  }
}

TEST_CASE("LatencyHistogram: count, minimum, maximum and mean are exact", "[OPEN-17]") {
  LatencyHistogram histogram;
  const std::uint64_t large = (1ULL << 62) + 1;
  for (int i = 0; i < 8; ++i) histogram.record(large);  // the sum needs more than 64 bits
  histogram.record(5);
  CHECK(histogram.count() == 9);
  CHECK(histogram.min() == 5);
  CHECK(histogram.max() == large);
  CHECK(histogram.mean() == Approx(8.0 * static_cast<double>(large) / 9.0).epsilon(1e-12));
}

TEST_CASE("LatencyHistogram: without values every answer is 0") {
  const LatencyHistogram histogram;
  CHECK(histogram.count() == 0);
  CHECK(histogram.min() == 0);
  CHECK(histogram.max() == 0);
  CHECK(histogram.mean() == 0.0);
  CHECK(histogram.percentile(50) == 0);
}

TEST_CASE("LatencyHistogram: a merged histogram answers as if it had recorded both sets") {
  LatencyHistogram first;
  LatencyHistogram second;
  LatencyHistogram both;
  for (const std::uint64_t value : values(1, 300, 14)) {
    first.record(value);
    both.record(value);
  }
  for (const std::uint64_t value : values(2, 500, 30)) {
    second.record(value);
    both.record(value);
  }
  first.merge(second);
  CHECK(first.count() == both.count());
  CHECK(first.min() == both.min());
  CHECK(first.max() == both.max());
  CHECK(first.mean() == both.mean());
  for (int percent = 0; percent <= 100; ++percent) CHECK(first.percentile(percent) == both.percentile(percent));
}

TEST_CASE("LatencyHistogram: the distribution has every value in the class of its four leading bits", "[RESULT-13]") {
  LatencyHistogram histogram;
  std::map<std::uint64_t, std::uint64_t> expected;  // by the largest value of a class
  for (const std::uint64_t value : values(3, 5000, 40)) {
    histogram.record(value);
    std::uint64_t width = 1;
    while (value / width >= 16) width *= 2;
    ++expected[(value / width + 1) * width - 1];
  }
  std::map<std::uint64_t, std::uint64_t> distribution;
  for (const LatencyHistogram::Class& one : histogram.distribution()) {
    CHECK((distribution.empty() || distribution.rbegin()->first < one.largest));
    distribution[one.largest] = one.count;
  }
  CHECK(distribution == expected);
  CHECK(LatencyHistogram().distribution().empty());
}

}  // namespace
}  // namespace tactus
