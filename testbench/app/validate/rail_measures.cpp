// Curves of bandwidth by message size, of rails between two nodes.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "testbench/app/validate/measure.h"

namespace tactus {
namespace {

struct Point {
  double size;  ///< bytes
  double rate;  ///< GB/s
};
using Curve = std::vector<Point>;

Curve curve(const MeasureInput& in, std::size_t place) {
  const RunResult run = in.run(place);
  Curve points;
  for (std::size_t i = 0; i < run.items("/rails/sizes"); ++i) {
    const std::string at = fmt::format("/rails/sizes/{}/", i);
    points.push_back({run.figure(at + "size_bytes"), run.figure(at + "bytes_per_second") * 1e-9});
  }
  return points;
}

/// The most that a curve reaches, GB/s.
double peak(const MeasureInput& in, std::size_t place) {
  double most = 0;
  for (const Point& point : curve(in, place)) most = std::max(most, point.rate);
  return most;
}

std::vector<double> peaks(const MeasureInput& in) {
  std::vector<double> all;
  for (std::size_t i = 0; i < in.runs.size(); ++i) all.push_back(peak(in, i));
  return all;
}

/// The first run's peak over the lowest peak of the others.
double peak_ratio(const MeasureInput& in) {
  const std::vector<double> all = peaks(in);
  return all.front() / *std::min_element(all.begin() + 1, all.end());
}

/// The first run's rate over the second's, at each size of `from` bytes or more.
std::vector<double> ratios(const MeasureInput& in) {
  const Curve one = curve(in, 0);
  const Curve other = curve(in, 1);
  if (one.size() != other.size()) {
    throw std::runtime_error(fmt::format("{} and {} have different sizes", in.runs[0].set, in.runs[1].set));
  }
  std::vector<double> all;
  for (std::size_t i = 0; i < one.size(); ++i) {
    if (one[i].size >= in.number("from")) all.push_back(one[i].rate / other[i].rate);
  }
  if (all.empty()) throw std::runtime_error("no message is so large");
  return all;
}

double least_ratio(const MeasureInput& in) {
  const std::vector<double> all = ratios(in);
  return *std::min_element(all.begin(), all.end());
}

double largest_difference(const MeasureInput& in) {
  double most = 0;
  for (const double ratio : ratios(in)) most = std::max(most, 100 * std::abs(ratio - 1));
  return most;
}

}  // namespace

std::vector<Measure> rail_measures() {
  constexpr auto kNumber = Measure::Argument::kNumber;
  return {
      {"peak_rate", 1, 1, {}, [](const MeasureInput& in) { return peak(in, 0); }},
      {"peak_rates", 2, 9, {}, nullptr, peaks},
      {"peak_rate_ratio", 2, 9, {}, peak_ratio},
      {"least_rate_ratio", 2, 2, {{"from", kNumber}}, least_ratio},
      {"largest_rate_difference", 2, 2, {{"from", kNumber}}, largest_difference},
  };
}

}  // namespace tactus
