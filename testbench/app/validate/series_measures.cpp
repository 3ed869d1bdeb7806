// Throughput and buffers over time: links.csv and vc_occupancy.csv of a run with samples every 10 us.
#include <algorithm>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "testbench/app/validate/measure.h"

namespace tactus {
namespace {

using Samples = std::vector<double>;

constexpr double kLinkGBps = 4;
constexpr double kEqualGBps = 0.4;  ///< directions that differ by less, 10 % of a link, are called equal
constexpr const char* kDirections[] = {"plus_x", "minus_x", "plus_y", "minus_y"};
constexpr std::size_t kRowsPerMillisecond = 100;

/// Throughput of the average link by millisecond.
Samples by_millisecond(const MeasureInput& in) {
  return in.run(0).links().averaged(kRowsPerMillisecond).column("average_GBps");
}

/// The least and the most that `of` says of a direction's samples: those of the columns whose names end in `suffix`.
template <class Of>
std::pair<double, double> range_of_directions(const TimeSeries& series, const std::string& suffix, Of of) {
  std::pair<double, double> range = {std::numeric_limits<double>::infinity(), 0};
  for (const char* direction : kDirections) {
    const double number = of(series.column(direction + suffix));
    range = {std::min(range.first, number), std::max(range.second, number)};
  }
  return range;
}

/// The best sample of the first millisecond of the direction that does worst, GB/s.
double start_throughput(const MeasureInput& in) {
  const auto best = [](const Samples& samples) {
    const std::size_t rows = std::min(samples.size(), kRowsPerMillisecond);
    return *std::max_element(samples.begin(), samples.begin() + static_cast<long>(rows));
  };
  return range_of_directions(in.run(0).links(), "_GBps", best).first;
}

/// The lowest millisecond of the first half, GB/s: what is left at the end does not count.
double lowest_millisecond(const MeasureInput& in) {
  const Samples samples = by_millisecond(in);
  return *std::min_element(samples.begin(), samples.begin() + static_cast<long>(samples.size() + 1) / 2);
}

/// How many times as full VC 0 is in the half millisecond after the throughput has fallen below half of a link's as in
/// the half millisecond that ended half a millisecond before; the direction in which it rises least counts.
double rise_of_vc_0(const MeasureInput& in) {
  constexpr std::size_t kRows = kRowsPerMillisecond / 2;
  const RunResult run = in.run(0);
  const Samples samples = run.links().averaged(kRows).column("average_GBps");
  const TimeSeries occupancy = run.occupancy().averaged(kRows);
  for (std::size_t row = 2; row < samples.size(); ++row) {
    if (samples[row] >= kLinkGBps / 2) continue;
    const auto rise = [&](const Samples& full) { return full[row] / full[row - 2]; };
    return range_of_directions(occupancy, "_vc_0", rise).first;
  }
  throw std::runtime_error("the throughput never falls below half of a link's");
}

/// 1 for each millisecond in which the directions differ, else 0.
Samples milliseconds_apart(const MeasureInput& in) {
  const TimeSeries links = in.run(0).links().averaged(kRowsPerMillisecond);
  Samples apart;
  for (std::size_t row = 0; row < links.size(); ++row) {
    const auto [least, most] = range_of_directions(links, "_GBps", [&](const Samples& all) { return all[row]; });
    apart.push_back(most - least > kEqualGBps ? 1 : 0);
  }
  return apart;
}

double percent_apart(const MeasureInput& in) { return 100 * mean(milliseconds_apart(in)); }

/// From when on the directions differ for good, ms: the first millisecond apart from which on nine of ten are.
double divergence(const MeasureInput& in) {
  constexpr double kForGood = 0.9;
  const Samples apart = milliseconds_apart(in);
  for (auto begin = apart.begin(); begin != apart.end(); ++begin) {
    if (*begin == 1 && mean(begin, apart.end()) >= kForGood) return static_cast<double>(begin - apart.begin());
  }
  throw std::runtime_error("the directions never differ for good");
}

/// Mean throughput from that millisecond on, as a share of the mean before.
double later_throughput(const MeasureInput& in) {
  const Samples samples = by_millisecond(in);
  const int from = in.count("from_ms");
  if (samples.size() <= static_cast<std::size_t>(from)) {
    throw std::runtime_error("the run ends before " + std::to_string(from) + " ms");
  }
  const auto late = samples.begin() + from;
  return mean(late, samples.end()) / mean(samples.begin(), late);
}

/// Variation of the throughput in half milliseconds, as a share of that of another run.
double swing(const MeasureInput& in) {
  const auto variation_of = [](const RunResult& run) {
    return variation(run.links().averaged(kRowsPerMillisecond / 2).column("average_GBps"));
  };
  return variation_of(in.run(0)) / variation_of(in.run(1));
}

/// Parts of the run whose throughput is above half of its mean, between samples that are not.
double visible_sequences(const MeasureInput& in) {
  const Samples samples = in.run(0).links().column("average_GBps");
  const double threshold = mean(samples) / 2;
  int parts = 0;
  bool inside = false;
  for (const double sample : samples) {
    if (sample > threshold && !inside) ++parts;
    inside = sample > threshold;
  }
  return parts;
}

}  // namespace

std::vector<Measure> series_measures() {
  return {
      one_number("start_throughput", {1, 1}, {}, start_throughput),
      one_number("lowest_millisecond", {1, 1}, {}, lowest_millisecond),
      one_number("vc_0_rise", {1, 1}, {}, rise_of_vc_0),
      one_number("divergence", {1, 1}, {}, divergence),
      one_number("percent_apart", {1, 1}, {}, percent_apart),
      one_number("later_throughput", {1, 1}, {{"from_ms", Measure::Argument::kNumber}}, later_throughput),
      one_number("throughput_swing", {2, 2}, {}, swing),
      one_number("visible_sequences", {1, 1}, {}, visible_sequences),
  };
}

}  // namespace tactus
