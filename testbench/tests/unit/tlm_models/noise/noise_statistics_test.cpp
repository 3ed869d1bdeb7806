// What the sources draw, held to the distributions they are named after. Seeds are fixed, so that nothing fails by
// chance; bounds are those that a right source exceeds once in 10,000 seeds or less.
#include <algorithm>
#include <array>
#include <cmath>

#include "testbench/tests/support/catch.h"
#include "tlm_models/noise/noise_source.h"

namespace tactus {
namespace {

constexpr std::uint64_t kPeriod = 1'000'000'000;
constexpr std::uint64_t kLength = 20'000'000;
constexpr std::uint64_t kProcesses = 20'000;

NoiseConfig config(NoiseKind kind, NoiseLength distribution = NoiseLength::kFixed) {
  NoiseConfig noise;
  noise.kind = kind;
  noise.period = Picoseconds{kPeriod};
  noise.length = Picoseconds{kLength};
  noise.distribution = distribution;
  return noise;
}

/// Chi-square of counts that should be equal.
template <std::size_t Bins>
double chi_square(const std::array<int, Bins>& counts, double expected) {
  double sum = 0;
  for (const int count : counts) sum += (count - expected) * (count - expected) / expected;
  return sum;
}

/// With 49 degrees of freedom, exceeded with a probability of 1e-4.
constexpr std::size_t kBins = 50;
constexpr double kChiSquareBound = 94;

/// Starts of all events of one process in [0, horizon).
std::vector<std::uint64_t> starts(const NoiseSource& noise, std::uint64_t process, std::uint64_t horizon) {
  std::vector<std::uint64_t> list;
  for (Picoseconds t{0};; t = Picoseconds{list.back() + 1}) {
    const Picoseconds next = noise.next_event(process, t);
    if (next.count() >= horizon) return list;
    list.push_back(next.count());
  }
}

TEST_CASE("Noise statistics: phases of periodic noise are uniform over the period", "[NOISE-2][key:noise.period]") {
  const auto noise = make_noise_source(config(NoiseKind::kPeriodic), 1);
  std::array<int, kBins> counts{};
  for (std::uint64_t process = 0; process < kProcesses; ++process) {
    const std::uint64_t phase = noise->next_event(process, Picoseconds{0}).count();
    REQUIRE(phase < kPeriod);
    ++counts[phase * kBins / kPeriod];
  }
  CHECK(chi_square(counts, double{kProcesses} / kBins) < kChiSquareBound);
}

TEST_CASE("Noise statistics: phases of neighbours in the butterfly are independent") {
  const auto noise = make_noise_source(config(NoiseKind::kPeriodic), 2);
  for (const std::uint64_t distance : {1U, 2U, 1024U}) {
    std::array<int, kBins> counts{};
    for (std::uint64_t process = 0; process < kProcesses; ++process) {
      const std::uint64_t a = noise->next_event(process, Picoseconds{0}).count();
      const std::uint64_t b = noise->next_event(process ^ distance, Picoseconds{0}).count();
      // Of pairs that are met twice only once: the difference of b and a is that of a and b.
      if ((process & distance) == 0) ++counts[(a + kPeriod - b) % kPeriod * kBins / kPeriod];
    }
    int pairs = 0;
    for (const int count : counts) pairs += count;
    CHECK(chi_square(counts, static_cast<double>(pairs) / kBins) < kChiSquareBound);
  }
}

TEST_CASE("Noise statistics: Poisson events come at their rate, with exponential gaps, anywhere in the process",
          "[NOISE-3]") {
  const auto noise = make_noise_source(config(NoiseKind::kPoisson), 3);
  std::array<int, kBins> counts{};
  double events = 0;
  double gaps = 0;
  constexpr std::uint64_t kWatched = 50 * kPeriod;
  constexpr std::uint64_t kSome = 1000;
  for (std::uint64_t process = 0; process < kSome; ++process) {
    const std::vector<std::uint64_t> list = starts(*noise, process, kWatched);
    events += static_cast<double>(list.size());
    for (std::size_t i = 1; i < list.size(); ++i) {
      const double gap = static_cast<double>(list[i] - list[i - 1]) / kPeriod;
      // exp(-gap) of an exponential gap is uniform.
      ++counts[std::min(kBins - 1, static_cast<std::size_t>(std::exp(-gap) * kBins))];
      ++gaps;
    }
  }
  // Gaps that reach beyond the horizon are missing, the long ones most of all: 50 times the mean gap hides a few
  // thousandths of them.
  const double expected = 50.0 * kSome;
  CHECK(std::abs(events - expected) < 4 * std::sqrt(expected));
  CHECK(chi_square(counts, gaps / kBins) < 2 * kChiSquareBound);
}

TEST_CASE("Noise statistics: the number of Poisson events in equal windows has the variance of its mean", "[NOISE-3]") {
  const auto noise = make_noise_source(config(NoiseKind::kPoisson), 4);
  // A window that is no whole number of cells, and starts within one.
  constexpr std::uint64_t kWindow = 33 * kPeriod / 10;
  double sum = 0;
  double squares = 0;
  for (std::uint64_t process = 0; process < kProcesses; ++process) {
    const double length =
        static_cast<double>(noise->added(process, Picoseconds{kPeriod * 7 / 10}, Picoseconds{kWindow}).count());
    const double count = length / kLength;
    sum += count;
    squares += count * count;
  }
  const double mean = sum / kProcesses;
  const double variance = squares / kProcesses - mean * mean;
  CHECK(mean == Approx(3.3).margin(4 * std::sqrt(3.3 / kProcesses)));
  CHECK(variance == Approx(3.3).epsilon(0.05));
}

TEST_CASE("Noise statistics: exponential lengths have their mean and distribution",
          "[NOISE-3][key:noise.distribution]") {
  const auto noise = make_noise_source(config(NoiseKind::kPoisson, NoiseLength::kExponential), 5);
  std::array<int, kBins> counts{};
  double sum = 0;
  double events = 0;
  for (std::uint64_t process = 0; process < kProcesses; ++process) {
    for (const std::uint64_t start : starts(*noise, process, kPeriod)) {
      const double length =
          static_cast<double>(noise->added(process, Picoseconds{start}, Picoseconds{1}).count()) / kLength;
      sum += length;
      ++events;
      ++counts[std::min(kBins - 1, static_cast<std::size_t>(std::exp(-length) * kBins))];
    }
  }
  CHECK(sum / events == Approx(1).margin(4 / std::sqrt(events)));
  CHECK(chi_square(counts, events / kBins) < kChiSquareBound);
}

TEST_CASE("Noise statistics: the share of time that noise takes is that of its kind",
          "[NOISE-2][NOISE-3][NOISE-4][key:noise.length][key:noise.period]") {
  // Periodic: length / period. Poisson, overlapping events once: 1 - exp(-length / period), whatever the lengths are.
  const double load = 0.5;
  for (const auto& [kind, distribution, share] :
       {std::tuple(NoiseKind::kPeriodic, NoiseLength::kFixed, load),
        std::tuple(NoiseKind::kPoisson, NoiseLength::kFixed, 1 - std::exp(-load)),
        std::tuple(NoiseKind::kPoisson, NoiseLength::kExponential, 1 - std::exp(-load))}) {
    NoiseConfig noisy = config(kind, distribution);
    noisy.length = Picoseconds{static_cast<std::uint64_t>(load * kPeriod)};
    const auto noise = make_noise_source(noisy, 6);
    // At time 0, where events from before the beginning count, and later.
    for (const std::uint64_t time : {std::uint64_t{0}, 10 * kPeriod + kPeriod / 3}) {
      int taken = 0;
      for (std::uint64_t process = 0; process < kProcesses; ++process) {
        taken += noise->awake(process, Picoseconds{time}) == Picoseconds{time} ? 0 : 1;
      }
      CHECK(static_cast<double>(taken) / kProcesses ==
            Approx(share).margin(4 * std::sqrt(share * (1 - share) / kProcesses)));
    }
  }
}

}  // namespace
}  // namespace tactus
