// Throughput and buffers over time: links.csv and vc_occupancy.csv of a run with samples every 10 us.
#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>

#include "testbench/app/validate/measure.h"

namespace tactus {
namespace {

constexpr double kLinkGBps = 4;
constexpr double kEqualGBps = 0.4;  ///< directions that differ by less, 10 % of a link, are called equal
constexpr std::array<const char*, 4> kDirections = {"plus_x", "minus_x", "plus_y", "minus_y"};
constexpr std::size_t kRowsPerMillisecond = 100;

std::string throughput(const char* direction) { return std::string(direction) + "_GBps"; }

TimeSeries by_millisecond(const MeasureInput& in) { return in.run(0).links().averaged(kRowsPerMillisecond); }

double mean_of(std::vector<double>::const_iterator begin, std::vector<double>::const_iterator end) {
  return std::accumulate(begin, end, 0.0) / static_cast<double>(end - begin);
}

/// Largest difference between two directions in one row, GB/s.
double spread(const TimeSeries& links, std::size_t row) {
  double least = kLinkGBps;
  double most = 0;
  for (const char* direction : kDirections) {
    least = std::min(least, links.column(throughput(direction))[row]);
    most = std::max(most, links.column(throughput(direction))[row]);
  }
  return most - least;
}

/// The best sample of the first millisecond of the direction that does worst, GB/s.
double start_throughput(const MeasureInput& in) {
  const TimeSeries links = in.run(0).links();
  double least = kLinkGBps;
  for (const char* direction : kDirections) {
    const std::vector<double>& samples = links.column(throughput(direction));
    const auto end = samples.begin() + static_cast<long>(std::min(samples.size(), kRowsPerMillisecond));
    least = std::min(least, *std::max_element(samples.begin(), end));
  }
  return least;
}

/// The lowest millisecond of the first half, GB/s: what is left at the end does not count.
double lowest_millisecond(const MeasureInput& in) {
  const TimeSeries links = by_millisecond(in);
  const std::vector<double>& samples = links.column("average_GBps");
  return *std::min_element(samples.begin(), samples.begin() + static_cast<long>(samples.size() + 1) / 2);
}

/// How many times as full VC 0 is in the half millisecond after the throughput has fallen below half of a link's as in
/// the half millisecond that ended half a millisecond before; the direction in which it rises least counts.
double rise_of_vc_0(const MeasureInput& in) {
  constexpr std::size_t kRows = kRowsPerMillisecond / 2;
  const RunResult run = in.run(0);
  const TimeSeries links = run.links().averaged(kRows);
  const TimeSeries occupancy = run.occupancy().averaged(kRows);
  const std::vector<double>& samples = links.column("average_GBps");
  for (std::size_t row = 2; row < samples.size(); ++row) {
    if (samples[row] >= kLinkGBps / 2) continue;
    double least = -1;
    for (const char* direction : kDirections) {
      const std::vector<double>& full = occupancy.column(std::string(direction) + "_vc_0");
      const double factor = full[row] / full[row - 2];
      least = least < 0 ? factor : std::min(least, factor);
    }
    return least;
  }
  throw std::runtime_error("the throughput never falls below half of a link's");
}

/// Whether the directions differ in each millisecond.
std::vector<bool> milliseconds_apart(const MeasureInput& in) {
  const TimeSeries links = by_millisecond(in);
  std::vector<bool> apart;
  for (std::size_t row = 0; row < links.size(); ++row) apart.push_back(spread(links, row) > kEqualGBps);
  return apart;
}

double share(std::vector<bool>::const_iterator begin, std::vector<bool>::const_iterator end) {
  return static_cast<double>(std::count(begin, end, true)) / static_cast<double>(end - begin);
}

double percent_apart(const MeasureInput& in) {
  const std::vector<bool> apart = milliseconds_apart(in);
  return share(apart.begin(), apart.end()) * 100;
}

/// From when on the directions differ for good, ms: the first millisecond apart from which on nine of ten are.
double divergence(const MeasureInput& in) {
  constexpr double kForGood = 0.9;
  const std::vector<bool> apart = milliseconds_apart(in);
  for (auto begin = apart.begin(); begin != apart.end(); ++begin) {
    if (*begin && share(begin, apart.end()) >= kForGood) return static_cast<double>(begin - apart.begin());
  }
  throw std::runtime_error("the directions never differ for good");
}

/// Mean throughput from that millisecond on, as a share of the mean before.
double later_throughput(const MeasureInput& in) {
  const TimeSeries links = by_millisecond(in);
  const std::vector<double>& samples = links.column("average_GBps");
  const int from = in.count("from_ms");
  if (samples.size() <= static_cast<std::size_t>(from)) {
    throw std::runtime_error("the run ends before " + std::to_string(from) + " ms");
  }
  const auto late = samples.begin() + from;
  return mean_of(late, samples.end()) / mean_of(samples.begin(), late);
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
  const TimeSeries links = in.run(0).links();
  const std::vector<double>& samples = links.column("average_GBps");
  const double threshold = mean_of(samples.begin(), samples.end()) / 2;
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
      {"start_throughput", 1, 1, {}, start_throughput},
      {"lowest_millisecond", 1, 1, {}, lowest_millisecond},
      {"vc_0_rise", 1, 1, {}, rise_of_vc_0},
      {"divergence", 1, 1, {}, divergence},
      {"percent_apart", 1, 1, {}, percent_apart},
      {"later_throughput", 1, 1, {{"from_ms", Measure::Argument::kNumber}}, later_throughput},
      {"throughput_swing", 2, 2, {}, swing},
      {"visible_sequences", 1, 1, {}, visible_sequences},
  };
}

}  // namespace tactus
