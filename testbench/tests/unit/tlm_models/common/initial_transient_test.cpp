#include "tlm_models/common/initial_transient.h"

#include <cmath>

#include "hw/common/random.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

constexpr double kTolerance = 0.02;

/// Normal, mean 0 and deviation 1.
double normal(const RandomStream& dice, std::uint64_t i) {
  return std::sqrt(-2 * std::log(dice.unit(2 * i))) * std::cos(2 * M_PI * dice.unit(2 * i + 1));
}

/// Values of that mean and deviation.
std::vector<double> noise(std::uint64_t seed, std::size_t count, double mean, double deviation) {
  const RandomStream dice(seed, 0);
  std::vector<double> series;
  for (std::uint64_t i = 0; i < count; ++i) series.push_back(mean + deviation * normal(dice, i));
  return series;
}

/// 99, 101, 99, 101 ... of which more say more.
std::vector<double> steady(std::size_t count) {
  std::vector<double> series;
  for (std::size_t i = 0; i < count; ++i) series.push_back(i % 2 == 0 ? 99 : 101);
  return series;
}

TEST_CASE("Initial transient: a series that begins low is cut where it has become like the rest") {
  std::vector<double> series = steady(20);
  for (std::size_t i = 0; i < 4; ++i) series[i] = 10 + 20 * static_cast<double>(i);
  const InitialTransient found = initial_transient(series, kTolerance);
  CHECK(found.length == 4);
  CHECK_FALSE(found.throughout);
  // 4 of 20 values are 60 too low in the mean, which is 88 instead of 100.
  CHECK(found.shift == Approx(-12.0 / 88).margin(0.001));
}

TEST_CASE("Initial transient: a series that begins high is cut as well") {
  std::vector<double> series = steady(20);
  series[0] = 300;
  series[1] = 200;
  const InitialTransient found = initial_transient(series, kTolerance);
  CHECK(found.length == 2);
  CHECK(found.shift == Approx(15.0 / 115).margin(0.001));
}

TEST_CASE("Initial transient: a series that grows all the time has no steady rest") {
  std::vector<double> series;
  for (int i = 0; i < 20; ++i) series.push_back(i);
  CHECK(initial_transient(series, kTolerance).length == 10);
  CHECK(initial_transient(series, kTolerance).throughout);
}

TEST_CASE("Initial transient: what does not matter is none, nor is there one in too few values") {
  std::vector<double> series = steady(20);
  series[0] = 62;  // 1.9 % of the mean
  CHECK(initial_transient(series, kTolerance).length == 0);
  series[0] = 58;  // 2.1 %
  CHECK(initial_transient(series, kTolerance).length == 1);
  CHECK(initial_transient(std::vector<double>(20, 5.0), kTolerance).length == 0);
  CHECK(initial_transient(std::vector<double>(20, 0.0), kTolerance).length == 0);
  CHECK(initial_transient({}, kTolerance).length == 0);
  CHECK(initial_transient({1, 100, 100, 100, 100, 100, 100}, kTolerance).length == 0);
}

TEST_CASE("Initial transient: independent values of any spread are seldom taken for one") {
  for (const double deviation : {1.0, 10.0, 40.0}) {
    int taken = 0;
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
      taken += initial_transient(noise(seed, 20, 100, deviation), kTolerance).length > 0 ? 1 : 0;
    }
    CAPTURE(deviation);
    CHECK(taken < 20);
  }
}

}  // namespace
}  // namespace tactus
