// Sweeps of the pacing's bias: the bias that makes an exchange fastest, and what it gains.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <stdexcept>

#include "testbench/app/validate/gaps_alone.h"
#include "testbench/app/validate/measure.h"

namespace tactus {
namespace {

constexpr Bytes kMessage{1 << 20};

struct BestBias {
  double bias;
  double milliseconds;
};

/// Of the runs of `set` on n x n that have been made; nothing before there is one.
std::optional<BestBias> best_so_far(const Measurements& m, const std::string& set, const std::string& n) {
  std::optional<BestBias> best;
  for (const std::string& bias : m.values(set, 1)) {
    if (!m.has(set, {n, bias})) continue;
    const double milliseconds = m.run(set, {n, bias}).milliseconds();
    if (!best || milliseconds < best->milliseconds) best = {std::stod(bias), milliseconds};
  }
  return best;
}

BestBias best_bias(const Measurements& m, const std::string& set, const std::string& n) {
  const std::optional<BestBias> best = best_so_far(m, set, n);
  if (!best) throw std::runtime_error(fmt::format("no bias has been run on {0}x{0}", n));
  return *best;
}

/// The bias at which the largest rise of link utilisation ends, from 0 to 6 in steps of an eighth.
double steepest_rise(const MeasureInput& in) {
  constexpr int kFine = 48;
  const RunName& runs = in.runs[0];
  const auto use = [&](int eighths) {
    return in.measurements.run(runs.set, {runs.values.at(0), fmt::format("{}", eighths / 8.0)}).percent_used();
  };
  int end = 1;
  for (int i = 1; i <= kFine; ++i) {
    if (use(i) - use(i - 1) > use(end) - use(end - 1)) end = i;
  }
  return end / 8.0;
}

/// Sizes of torus by their side: one set of unpaced runs, and sets of runs by size and bias.
class Sizes {
 public:
  explicit Sizes(const MeasureInput& in) : in_(in), sides_(in.measurements.values(in.runs[0].set, 0)) {}

  /// What `number` says of each size.
  template <class Number>
  [[nodiscard]] std::vector<double> each(Number number) const {
    std::vector<double> all;
    for (const std::string& n : sides_) all.push_back(number(n));
    return all;
  }
  [[nodiscard]] BestBias best(const std::string& n) const { return best_bias(in_.measurements, set_of(n), n); }
  [[nodiscard]] double gain(const std::string& n) const {
    return in_.measurements.run(in_.runs[0].set, {n}).milliseconds() / best(n).milliseconds;
  }
  /// How much longer the largest torus takes than the smallest with the best bias, as a share of that with bias 0.
  [[nodiscard]] double growth() const {
    const auto none = [&](const std::string& n) { return in_.measurements.run(set_of(n), {n, "0"}).milliseconds(); };
    const double growth_of_best = best(sides_.back()).milliseconds / best(sides_.front()).milliseconds;
    return growth_of_best / (none(sides_.back()) / none(sides_.front()));
  }

 private:
  /// The set that has runs of that size.
  [[nodiscard]] const std::string& set_of(const std::string& n) const {
    for (std::size_t i = 1; i < in_.runs.size(); ++i) {
      const std::vector<std::string> sides = in_.measurements.values(in_.runs[i].set, 0);
      if (std::count(sides.begin(), sides.end(), n) > 0) return in_.runs[i].set;
    }
    throw std::runtime_error(fmt::format("no bias has been run on {0}x{0}", n));
  }

  const MeasureInput& in_;
  std::vector<std::string> sides_;
};

double least_gain(const MeasureInput& in) {
  const Sizes sizes(in);
  const std::vector<double> all = sizes.each([&](const std::string& n) { return sizes.gain(n); });
  return *std::min_element(all.begin(), all.end());
}

std::vector<double> best_biases(const MeasureInput& in) {
  const Sizes sizes(in);
  return sizes.each([&](const std::string& n) { return sizes.best(n).bias; });
}

double least_best_bias(const MeasureInput& in) {
  const std::vector<double> all = best_biases(in);
  return *std::min_element(all.begin(), all.end());
}

double different_best_biases(const MeasureInput& in) {
  const std::vector<double> all = best_biases(in);
  return static_cast<double>(std::set<double>(all.begin(), all.end()).size());
}

/// What the gaps of a bias take by themselves, in an exchange of that size.
double gaps_alone_ms(const RunResult& unpaced, const std::string& bias) {
  std::vector<int> hops;
  for (const int sequence : unpaced.sequences()) {
    hops.push_back(static_cast<int>(unpaced.sequence_figure(sequence, "hops")));
  }
  const PacketEighths eighths{static_cast<int>(std::lround(std::stod(bias) * 8))};
  return static_cast<double>(gaps_alone(MachineConfig{}, kMessage, hops, eighths).count()) * 1e-9;
}

}  // namespace

bool may_be_best(const Measurements& m, const std::string& unpaced, const std::string& set,
                 const std::vector<std::string>& values) {
  const std::string& n = values.front();
  try {
    const std::optional<BestBias> best = best_so_far(m, set, n);
    return !best || gaps_alone_ms(m.run(unpaced, {n}), values.back()) < best->milliseconds;
  } catch (const std::runtime_error&) {
    return true;  // a run has failed; the claims tell it
  }
}

std::vector<Measure> bias_measures() {
  return {
      {"best_bias",
       1,
       1,
       {},
       [](const MeasureInput& in) { return best_bias(in.measurements, in.runs[0].set, in.runs[0].values.at(0)).bias; }},
      {"steepest_rise", 1, 1, {}, steepest_rise},
      {"least_gain_of_best_bias", 2, kAnyNumber, {}, least_gain},
      {"least_best_bias", 2, kAnyNumber, {}, least_best_bias},
      {"different_best_biases", 2, kAnyNumber, {}, different_best_biases},
      {"growth_with_best_bias", 2, kAnyNumber, {}, [](const MeasureInput& in) { return Sizes(in).growth(); }},
  };
}

}  // namespace tactus
