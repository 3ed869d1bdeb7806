// Experiment 2: one bias for all sequences.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <stdexcept>

#include "testbench/app/validate/gaps_alone.h"
#include "testbench/app/validate/nsim_paper.h"

namespace tactus {
namespace {

using namespace nsim_runs;

constexpr char kBiasExperiment[] = "experiment 2";
constexpr Bytes kMessage{1 << 20};

double unpaced_over(const Measurements& m, const char* n, const char* bias) {
  return m.run(kUnpaced, {n}).milliseconds() / m.run(kPaced, {n, bias}).milliseconds();
}

/// The bias at which the largest rise of link utilisation ends, of the fine sweep.
double bias_after_largest_rise(const Measurements& m, const std::string& n) {
  constexpr int kFine = 48;  // 0 to 6
  const auto use = [&](int eighths) { return m.run(kBiasSweep, {n, fmt::format("{}", eighths / 8.0)}).percent_used(); };
  int end = 1;
  for (int i = 1; i <= kFine; ++i) {
    if (use(i) - use(i - 1) > use(end) - use(end - 1)) end = i;
  }
  return end / 8.0;
}

/// The runs of a size by bias.
const char* biases_of(const std::string& n) { return n == "8" || n == "9" ? kBiasSweep : kBiasSearch; }

struct BestBias {
  double bias;
  double milliseconds;
  double speedup;  ///< over no pacing
};
/// Nothing before any bias has been run.
std::optional<BestBias> best_so_far(const Measurements& m, const std::string& n) {
  std::optional<BestBias> best;
  for (const std::string& bias : m.values(biases_of(n), 1)) {
    if (!m.has(biases_of(n), {n, bias})) continue;
    const double milliseconds = m.run(biases_of(n), {n, bias}).milliseconds();
    if (!best || milliseconds < best->milliseconds) best = {std::stod(bias), milliseconds, 0};
  }
  return best;
}
BestBias best_bias(const Measurements& m, const std::string& n) {
  std::optional<BestBias> best = best_so_far(m, n);
  if (!best) throw std::runtime_error(fmt::format("no bias has been run on {0}x{0}", n));
  best->speedup = m.run(kAllUnpaced, {n}).milliseconds() / best->milliseconds;
  return *best;
}

/// What the gaps of a bias take by themselves, in an exchange of that size.
double gaps_alone_ms(const Measurements& m, const std::string& n, const std::string& bias) {
  const RunResult unpaced = m.run(kAllUnpaced, {n});
  std::vector<int> hops;
  for (const int sequence : unpaced.sequences()) {
    hops.push_back(static_cast<int>(unpaced.sequence_figure(sequence, "hops")));
  }
  const PacketEighths eighths{static_cast<int>(std::lround(std::stod(bias) * 8))};
  return static_cast<double>(gaps_alone(MachineConfig{}, kMessage, hops, eighths).count()) * 1e-9;
}

/// The least that `figure` says of any size.
template <class Figure>
double least_of_sizes(const Measurements& m, Figure figure) {
  const std::vector<std::string> sizes = m.values(kAllUnpaced, 0);
  double least = figure(best_bias(m, sizes.front()));
  for (const std::string& n : sizes) least = std::min(least, figure(best_bias(m, n)));
  return least;
}

/// How much longer the largest torus takes than the smallest, with what `time` says of each.
template <class Time>
double growth(const Measurements& m, Time time) {
  const std::vector<std::string> sizes = m.values(kAllUnpaced, 0);
  return time(sizes.back()) / time(sizes.front());
}

/// The same with the best bias, of that with none on top of hops - 1.
double growth_of_best(const Measurements& m) {
  const auto none = [&](const std::string& n) { return m.run(biases_of(n), {n, "0"}).milliseconds(); };
  const auto best = [&](const std::string& n) { return best_bias(m, n).milliseconds; };
  return growth(m, best) / growth(m, none);
}

double different_best_biases(const Measurements& m) {
  std::set<double> biases;
  for (const std::string& n : m.values(kAllUnpaced, 0)) biases.insert(best_bias(m, n).bias);
  return static_cast<double>(biases.size());
}

/// The best bias of those of the short sweep.
double best_of_few(const Measurements& m, const char* n) {
  const std::vector<std::string> biases = m.values(kPaced, 1);
  const auto time = [&](const std::string& bias) { return m.run(kPaced, {n, bias}).milliseconds(); };
  return std::stod(*std::min_element(biases.begin(), biases.end(),
                                     [&](const auto& one, const auto& other) { return time(one) < time(other); }));
}

/// Parts of the run whose throughput is above half of its mean, between samples that are not.
double visible_sequences(const Measurements& m) {
  const TimeSeries links = m.run(kFineSamples).links();
  const std::vector<double>& samples = links.column("average_GBps");
  double sum = 0;
  for (const double sample : samples) sum += sample;
  const double threshold = sum / static_cast<double>(samples.size()) / 2;
  int parts = 0;
  bool inside = false;
  for (const double sample : samples) {
    if (sample > threshold && !inside) ++parts;
    inside = sample > threshold;
  }
  return parts;
}

/// Variation of the throughput in half milliseconds, as a share of that without pacing.
double swing(const Measurements& m) {
  constexpr std::size_t kRows = 50;
  const auto variation_of = [](const RunResult& run) {
    return variation(run.links().averaged(kRows).column("average_GBps"));
  };
  return variation_of(m.run(kPaced, {"9", "1.25"})) / variation_of(m.run(kUnpaced, {"9"}));
}

/// What the runs of the default say.
std::vector<Claim> single_runs() {
  std::vector<Claim> claims;
  claims.push_back({"8x8, bias 0: link utilisation",
                    kBiasExperiment,
                    Expectation::between(30, 35, 0, "%").within(0, "\"30 % or more\" is less than 35"),
                    {kPaced},
                    [](const Measurements& m) {
                      return m.run(kPaced, {"8", "0"}).percent_used();
                    }});
  claims.push_back(
      {"8x8, bias 1.25: time", kBiasExperiment, Expectation::about(42.7, 1, "ms"), {kPaced}, [](const Measurements& m) {
         return m.run(kPaced, {"8", "1.25"}).milliseconds();
       }});
  claims.back().fitted = kNsimFitted;
  claims.push_back(
      {"9x9, bias 1.25: time", kBiasExperiment, Expectation::about(30.7, 1, "ms"), {kPaced}, [](const Measurements& m) {
         return m.run(kPaced, {"9", "1.25"}).milliseconds();
       }});
  claims.back().fitted = kNsimFitted;
  claims.push_back({"9x9, bias 1.25: times as fast as unpaced",
                    kBiasExperiment,
                    Expectation::about(2.74, 2, "x"),
                    {kPaced, kUnpaced},
                    [](const Measurements& m) { return unpaced_over(m, "9", "1.25"); }});
  claims.back().fitted = kNsimFitted;
  claims.push_back({"9x9, bias 1.25: no large swings; variation of throughput, of that unpaced",
                    kBiasExperiment,
                    Expectation::below(0.5, 1, "x"),
                    {kPaced, kUnpaced},
                    swing});
  claims.push_back({"9x9, bias 1.25: sequences that are visible in the throughput, sampled every 2 us",
                    kBiasExperiment,
                    Expectation::exactly(20, 0, ""),
                    {kFineSamples},
                    visible_sequences});
  for (const char* n : {"8", "9"}) {
    claims.push_back({fmt::format("{0}x{0}: best bias, of 0, 1 to 1.5 and 16", n),
                      kBiasExperiment,
                      Expectation::exactly(1.25, 3, ""),
                      {kPaced},
                      [n](const Measurements& m) { return best_of_few(m, n); }});
    claims.back().fitted = kNsimFitted;
    claims.push_back({fmt::format("{0}x{0}: hops - 1 and bias 1.25 beat hops - 1; times as fast", n),
                      kBiasExperiment,
                      Expectation::above(1, 0, "x"),
                      {kPaced},
                      [n](const Measurements& m) {
                        return m.run(kPaced, {n, "0"}).milliseconds() / m.run(kPaced, {n, "1.25"}).milliseconds();
                      }});
    claims.push_back({fmt::format("{0}x{0}: too large a bias slows again; time at bias 16, of that at 1.25", n),
                      kBiasExperiment,
                      Expectation::above(1, 0, "x"),
                      {kPaced},
                      [n](const Measurements& m) {
                        return m.run(kPaced, {n, "16"}).milliseconds() / m.run(kPaced, {n, "1.25"}).milliseconds();
                      }});
  }
  claims.push_back({"bias 3: 15x15 beats 14x14; time of 14x14, of that of 15x15",
                    kBiasExperiment,
                    Expectation::above(1, 0, "x"),
                    {kOddEven},
                    [](const Measurements& m) {
                      return m.run(kOddEven, {"14"}).milliseconds() / m.run(kOddEven, {"15"}).milliseconds();
                    }});
  return claims;
}

}  // namespace

bool may_be_best(const Measurements& m, const std::vector<std::string>& values) {
  const std::string& n = values.front();
  try {
    const std::optional<BestBias> best = best_so_far(m, n);
    return !best || gaps_alone_ms(m, n, values.back()) < best->milliseconds;
  } catch (const std::runtime_error&) {
    return true;  // a run has failed; the claims tell it
  }
}

std::vector<Claim> nsim_uniform_bias_claims() {
  std::vector<Claim> claims = single_runs();
  claims.push_back(
      {"8x8 to 16x16: pacing helps at every size; least gain of the best bias",
       kBiasExperiment,
       Expectation::above(1, 0, "x"),
       {kAllUnpaced, kBiasSweep, kBiasSearch},
       [](const Measurements& m) { return least_of_sizes(m, [](const BestBias& best) { return best.speedup; }); }});
  claims.push_back(
      {"8x8 to 16x16: the best pacing is at least twice as fast as none; least gain",
       kBiasExperiment,
       Expectation::above(2, 0, "x"),
       {kAllUnpaced, kBiasSweep, kBiasSearch},
       [](const Measurements& m) { return least_of_sizes(m, [](const BestBias& best) { return best.speedup; }); }});
  claims.push_back(
      {"8x8 to 16x16: the best bias is above 0; the least of them",
       kBiasExperiment,
       Expectation::above(0, 0, ""),
       {kAllUnpaced, kBiasSweep, kBiasSearch},
       [](const Measurements& m) { return least_of_sizes(m, [](const BestBias& best) { return best.bias; }); }});
  claims.push_back({"8x8 to 16x16: the best bias differs by size; how many there are",
                    kBiasExperiment,
                    Expectation::above(1, 0, ""),
                    {kAllUnpaced, kBiasSweep, kBiasSearch},
                    different_best_biases});
  claims.push_back({"8x8 to 16x16: the time grows less with the best bias than with hops - 1; growth, of that",
                    kBiasExperiment,
                    Expectation::below(1, 0, "x"),
                    {kAllUnpaced, kBiasSweep, kBiasSearch},
                    growth_of_best});
  for (const char* n : {"8", "9"}) {
    claims.push_back({fmt::format("{0}x{0}, bias 0 to 6: the steepest rise of link utilisation ends at", n),
                      kBiasExperiment,
                      Expectation::between(1.25, 1.375, 3, "").within(0, "they are the steps of the sweep"),
                      {kBiasSweep},
                      [n](const Measurements& m) { return bias_after_largest_rise(m, n); }});
    claims.back().fitted = kNsimFitted;
    claims.push_back({fmt::format("{0}x{0}: best bias of the whole sweep", n),
                      kBiasExperiment,
                      Expectation::exactly(1.25, 3, ""),
                      {kBiasSweep, kAllUnpaced},
                      [n](const Measurements& m) { return best_bias(m, n).bias; }});
    claims.back().fitted = kNsimFitted;
  }
  return claims;
}

}  // namespace tactus
