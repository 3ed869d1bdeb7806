// T_ideal, and experiment 1: no pacing.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>

#include "testbench/app/validate/nsim_paper.h"

namespace tactus {
namespace {

using namespace nsim_runs;

constexpr char kIdeal[] = "section 3.1, T_ideal";
constexpr char kUnpacedExperiment[] = "experiment 1";
constexpr double kLinkGBps = 4;
constexpr double kEqualGBps = 0.4;  ///< directions that differ by less, 10 % of a link, are called equal
constexpr std::array<const char*, 4> kDirections = {"plus_x", "minus_x", "plus_y", "minus_y"};
constexpr std::size_t kRowsPerMillisecond = 100;

std::string throughput(const char* direction) { return std::string(direction) + "_GBps"; }

/// How much faster than the faster of the other two algorithms a2at is.
double advantage(const Measurements& m, const char* set) {
  const double a2at = m.run(set, {"a2at"}).milliseconds();
  return std::min(m.run(set, {"pwx"}).milliseconds(), m.run(set, {"ring"}).milliseconds()) / a2at;
}

/// By how much of a link a2at uses links more than the better of the other two.
double more_use(const Measurements& m, const char* set) {
  const double a2at = m.run(set, {"a2at"}).percent_used();
  return a2at - std::max(m.run(set, {"pwx"}).percent_used(), m.run(set, {"ring"}).percent_used());
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

/// The best sample of the first millisecond of that direction which does worst, GB/s.
double start_throughput(const Measurements& m) {
  const TimeSeries links = m.run(kUnpaced, {"8"}).links();
  double least = kLinkGBps;
  for (const char* direction : kDirections) {
    const std::vector<double>& samples = links.column(throughput(direction));
    const auto end = samples.begin() + static_cast<long>(std::min(samples.size(), kRowsPerMillisecond));
    least = std::min(least, *std::max_element(samples.begin(), end));
  }
  return least;
}

/// The lowest millisecond of the first half, GB/s: what is left at the end does not count.
double lowest_millisecond(const Measurements& m) {
  const TimeSeries links = m.run(kUnpaced, {"8"}).links().averaged(kRowsPerMillisecond);
  const std::vector<double>& samples = links.column("average_GBps");
  return *std::min_element(samples.begin(), samples.begin() + static_cast<long>(samples.size() + 1) / 2);
}

/// How many times as full VC 0 is in the half millisecond after the throughput has fallen below half of a link's as in
/// the half millisecond that ended half a millisecond before; of that direction in which it rises least.
double rise_of_vc_0(const Measurements& m) {
  constexpr std::size_t kRows = kRowsPerMillisecond / 2;
  const RunResult run = m.run(kUnpaced, {"8"});
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

/// Of each millisecond of the unpaced run, whether the directions differ.
std::vector<bool> milliseconds_apart(const Measurements& m, const char* n) {
  const TimeSeries links = m.run(kUnpaced, {n}).links().averaged(kRowsPerMillisecond);
  std::vector<bool> apart;
  for (std::size_t row = 0; row < links.size(); ++row) apart.push_back(spread(links, row) > kEqualGBps);
  return apart;
}

double share(std::vector<bool>::const_iterator begin, std::vector<bool>::const_iterator end) {
  return static_cast<double>(std::count(begin, end, true)) / static_cast<double>(end - begin);
}

/// From when on the directions differ for good, ms: the first millisecond apart from which on nine of ten are.
double divergence(const Measurements& m) {
  constexpr double kForGood = 0.9;
  const std::vector<bool> apart = milliseconds_apart(m, "8");
  for (auto begin = apart.begin(); begin != apart.end(); ++begin) {
    if (*begin && share(begin, apart.end()) >= kForGood) return static_cast<double>(begin - apart.begin());
  }
  throw std::runtime_error("the directions never differ for good");
}

/// Mean throughput from the paper's 32 ms on, of that before.
double later_throughput(const Measurements& m) {
  constexpr std::size_t kLate = 32;
  const TimeSeries links = m.run(kUnpaced, {"8"}).links().averaged(kRowsPerMillisecond);
  const std::vector<double>& samples = links.column("average_GBps");
  if (samples.size() <= kLate) throw std::runtime_error("the run ends before 32 ms");
  const auto late = samples.begin() + kLate;
  const auto mean = [](auto begin, auto end) {
    return std::accumulate(begin, end, 0.0) / static_cast<double>(end - begin);
  };
  return mean(late, samples.end()) / mean(samples.begin(), late);
}

double percent_apart(const Measurements& m) {
  const std::vector<bool> apart = milliseconds_apart(m, "9");
  return share(apart.begin(), apart.end()) * 100;
}

}  // namespace

std::vector<Claim> nsim_ideal_claims() {
  std::vector<Claim> claims;
  for (const auto& [n, milliseconds] : {std::pair("8", 17.0), std::pair("9", 24.0)}) {
    claims.push_back({fmt::format("{0}x{0}, 1 MiB: T_ideal", n),
                      kIdeal,
                      Expectation::computed(milliseconds, 1, "ms"),
                      {kUnpaced},
                      [n = n](const Measurements& m) { return m.run(kUnpaced, {n}).ideal_milliseconds(); }});
  }
  return claims;
}

std::vector<Claim> nsim_unpaced_claims() {
  std::vector<Claim> claims;
  for (const auto& [nodes, set] : {std::pair("64", kAlgorithms64), std::pair("256", kAlgorithms256),
                                   std::pair("1,024", kAlgorithms1024), std::pair("4,096", kAlgorithms4096)}) {
    claims.push_back({fmt::format("{} nodes: a2at is fastest; times as fast as the better of pwx and ring", nodes),
                      kUnpacedExperiment,
                      Expectation::above(1, 0, "x"),
                      {set},
                      [set = set](const Measurements& m) { return advantage(m, set); }});
    claims.push_back({fmt::format("{} nodes: a2at uses the links most; more than the better of pwx and ring", nodes),
                      kUnpacedExperiment,
                      Expectation::above(0, 0, "% of a link"),
                      {set},
                      [set = set](const Measurements& m) { return more_use(m, set); }});
  }
  claims.push_back(
      {"8x8: time", kUnpacedExperiment, Expectation::about(71.3, 1, "ms"), {kUnpaced}, [](const Measurements& m) {
         return m.run(kUnpaced, {"8"}).milliseconds();
       }});
  claims.back().fitted = kNsimFitted;
  claims.push_back({"8x8: link utilisation",
                    kUnpacedExperiment,
                    Expectation::about(25, 0, "%"),
                    {kUnpaced},
                    [](const Measurements& m) { return m.run(kUnpaced, {"8"}).percent_used(); }});
  claims.back().fitted = kNsimFitted;
  claims.push_back({"8x8: starts with full links; best sample of the first ms, worst direction",
                    kUnpacedExperiment,
                    Expectation::about(4, 0, "GB/s"),
                    {kUnpaced},
                    start_throughput});
  claims.push_back({"8x8: throughput collapses; lowest ms of the first half",
                    kUnpacedExperiment,
                    Expectation::below(2, 0, "GB/s"),
                    {kUnpaced},
                    lowest_millisecond});
  claims.push_back({"8x8: as it does, VC 0 fills steeply in all four directions; growth within 1 ms",
                    kUnpacedExperiment,
                    Expectation::above(2, 0, "x"),
                    {kUnpaced},
                    rise_of_vc_0});
  claims.push_back({"8x8: directions diverge; from when on they differ by 0.4 GB/s in nine of ten ms",
                    kUnpacedExperiment,
                    Expectation::about(32, 0, "ms"),
                    {kUnpaced},
                    divergence});
  claims.push_back({"8x8: bandwidth is lower after 32 ms; mean from then on, of that before",
                    kUnpacedExperiment,
                    Expectation::below(1, 0, "x"),
                    {kUnpaced},
                    later_throughput});
  claims.push_back(
      {"9x9: time", kUnpacedExperiment, Expectation::about(84.0, 1, "ms"), {kUnpaced}, [](const Measurements& m) {
         return m.run(kUnpaced, {"9"}).milliseconds();
       }});
  claims.back().fitted = kNsimFitted;
  claims.push_back({"9x9: directions stay equal; milliseconds in which they differ by 0.4 GB/s",
                    kUnpacedExperiment,
                    Expectation::below(10, 0, "%"),
                    {kUnpaced},
                    percent_apart});
  return claims;
}

}  // namespace tactus
