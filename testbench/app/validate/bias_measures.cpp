// Sweeps of the pacing's bias: the bias that makes an exchange fastest, and what it gains.
#include <algorithm>
#include <cstddef>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "testbench/app/validate/bias_search.h"
#include "testbench/app/validate/measure.h"

namespace tactus {
namespace {

double bias_of(const RunResult& run) { return std::stod(run.values().back()); }

/// The bias at which the largest rise of link utilisation ends, from 0 to 6.
double steepest_rise(const MeasureInput& in) {
  constexpr double kLargestBias = 6;
  double steepest = 0;
  double end = 0;
  double before = -1;
  for (const RunResult& run : in.group(0)) {
    const double bias = bias_of(run);
    if (bias < 0 || bias > kLargestBias) continue;
    const double used = run.figure("/link_utilisation");
    if (before >= 0 && used - before > steepest) {
      steepest = used - before;
      end = bias;
    }
    before = used;
  }
  return end;
}

/// A size of torus: times in seconds without pacing, with bias 0 and with the best bias.
struct Size {
  double unpaced;
  double without_bias;
  double best;
  double best_bias;
};

/// The sizes of the first group, which is unpaced and by size; the other groups are by size and bias.
std::vector<Size> sizes(const MeasureInput& in) {
  std::vector<Size> all;
  for (const RunResult& unpaced : in.group(0)) {
    const std::string& n = unpaced.values().front();
    std::vector<RunResult> paced;
    for (std::size_t place = 1; place < in.runs.size(); ++place) {
      for (RunResult& run : in.measurements->find({in.runs[place].set, {n}})) paced.push_back(std::move(run));
    }
    const auto without_bias =
        std::find_if(paced.begin(), paced.end(), [](const RunResult& run) { return bias_of(run) == 0; });
    if (without_bias == paced.end()) throw std::runtime_error("no bias has been run with n = " + n);
    const RunResult& best = fastest(paced);
    all.push_back({unpaced.seconds(), without_bias->seconds(), best.seconds(), bias_of(best)});
  }
  return all;
}

double least_gain(const MeasureInput& in) {
  const std::vector<Size> all = sizes(in);
  const auto gain = [](const Size& size) { return size.unpaced / size.best; };
  return gain(*std::min_element(all.begin(), all.end(), [&](auto& a, auto& b) { return gain(a) < gain(b); }));
}

std::set<double> best_biases(const MeasureInput& in) {
  std::set<double> biases;
  for (const Size& size : sizes(in)) biases.insert(size.best_bias);
  return biases;
}

/// How much longer the largest torus takes than the smallest with the best bias, as a share of that with bias 0.
double growth(const MeasureInput& in) {
  const std::vector<Size> all = sizes(in);
  return all.back().best / all.front().best / (all.back().without_bias / all.front().without_bias);
}

}  // namespace

std::vector<Measure> bias_measures() {
  constexpr Measure::Names kSizes = {2, Measure::kAnyNumber};
  return {
      one_number("best_bias", {1, 1}, {}, [](const MeasureInput& in) { return bias_of(fastest(in.group(0))); }),
      one_number("steepest_rise", {1, 1}, {}, steepest_rise),
      one_number("least_gain_of_best_bias", kSizes, {}, least_gain),
      one_number("least_best_bias", kSizes, {}, [](const MeasureInput& in) { return *best_biases(in).begin(); }),
      one_number("different_best_biases", kSizes, {},
                 [](const MeasureInput& in) { return static_cast<double>(best_biases(in).size()); }),
      one_number("growth_with_best_bias", kSizes, {}, growth),
  };
}

}  // namespace tactus
