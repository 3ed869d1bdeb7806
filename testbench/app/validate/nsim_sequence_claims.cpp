// Experiments 3 and 4: one bias for each sequence, and what imbalance does to it.
#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "testbench/app/validate/nsim_paper.h"

namespace tactus {
namespace {

using namespace nsim_runs;

constexpr char kTuning[] = "experiment 3";
constexpr char kImbalance[] = "experiment 4";
constexpr double kFullGBps = 3.8;   ///< a sequence that reaches 95 % of a link's 4 GB/s is called one at 100 %
constexpr double kDisturbed = 1.1;  ///< one that takes 10 % longer is called disturbed

std::string alone(int sequence) { return fmt::format("[{}]", sequence); }

/// Sequences of the whole run for which `is` is so.
template <class Predicate>
double count_sequences(const Measurements& m, Predicate is) {
  const std::vector<int> all = m.run(kTuned).sequences();
  return static_cast<double>(std::count_if(all.begin(), all.end(), is));
}

double full_sequences(const Measurements& m) {
  const RunResult run = m.run(kTuned);
  return count_sequences(m, [&](int sequence) { return run.sequence_throughput(sequence) >= kFullGBps; });
}

/// How much longer sequence 15 takes after the others than alone.
double hurt_of_15(const Measurements& m) {
  constexpr int kHurt = 15;
  return m.run(kTuned).sequence_milliseconds(kHurt) / m.run(kTunedAlone, {alone(kHurt)}).sequence_milliseconds(kHurt);
}

/// Sequences for which some bias of the paper's sweep is better than that of the scenario.
double badly_tuned(const Measurements& m) {
  constexpr double kSame = 1e-9;  // ms
  return count_sequences(m, [&](int sequence) {
    const double found = m.run(kTunedAlone, {alone(sequence)}).sequence_milliseconds(sequence);
    const std::vector<std::string> biases = m.values(kEverySequence, 1);
    return std::any_of(biases.begin(), biases.end(), [&](const std::string& bias) {
      const RunResult run = m.run(kEverySequence, {alone(sequence), bias});
      return run.sequence_milliseconds(sequence) < found - kSame;
    });
  });
}

/// Sequences of at least 3 hops that 3 us of imbalance make slower.
double disturbed_sequences(const Measurements& m) {
  constexpr int kHops = 3;
  return count_sequences(m, [&](int sequence) {
    const RunResult quiet = m.run(kTunedAlone, {alone(sequence)});
    const RunResult late = m.run(kImbalancedAlone, {alone(sequence)});
    return quiet.sequence_figure(sequence, "hops") >= kHops &&
           late.sequence_milliseconds(sequence) > kDisturbed * quiet.sequence_milliseconds(sequence);
  });
}

/// Longest time from the first rank that leaves the barrier to the last one, us.
double imbalance_after_barrier(const Measurements& m) {
  const auto of = [](const RunResult& run) {
    return (run.figure("/sequences/0/last_end_s") - run.figure("/sequences/0/first_end_s")) * 1e6;
  };
  double most = of(m.run(kBarrier));
  for (const std::string& seed : m.values(kLateBarrier, 0)) most = std::max(most, of(m.run(kLateBarrier, {seed})));
  return most;
}

/// pacing.sequence_bias of the retuned scenario.
std::vector<double> retuned_biases(const Measurements& m) {
  const std::string list = m.run(kRetuned).configuration("pacing.sequence_bias");
  std::vector<double> biases;
  for (std::size_t at = 0; (at = list.find_first_of("[,", at)) != std::string::npos; ++at) {
    biases.push_back(std::strtod(list.c_str() + at + 1, nullptr));
  }
  if (biases.empty()) throw std::runtime_error("the scenario has no pacing.sequence_bias");
  return biases;
}

double largest_bias(const Measurements& m) {
  const std::vector<double> biases = retuned_biases(m);
  return *std::max_element(biases.begin(), biases.end());
}

double sequence_of_largest_bias(const Measurements& m) {
  const std::vector<double> biases = retuned_biases(m);
  return static_cast<double>(std::max_element(biases.begin(), biases.end()) - biases.begin() + 1);
}

}  // namespace

std::vector<Claim> nsim_sequence_bias_claims() {
  std::vector<Claim> claims;
  claims.push_back({"9x9, best bias per sequence: time",
                    kTuning,
                    Expectation::about(25.8, 1, "ms"),
                    {kTuned},
                    [](const Measurements& m) { return m.run(kTuned).milliseconds(); }});
  claims.push_back({"9x9, best bias per sequence: of the ideal",
                    kTuning,
                    Expectation::about(107.5, 1, "%"),
                    {kTuned},
                    [](const Measurements& m) { return m.run(kTuned).percent_of_ideal(); }});
  claims.push_back({"9x9, best bias per sequence: sequences at 100 % link utilisation (from 95 %)",
                    kTuning,
                    Expectation::exactly(15, 0, ""),
                    {kTuned},
                    full_sequences});
  for (const int sequence : {8, 14, 17, 19}) {
    claims.push_back({fmt::format("9x9, sequence {} alone, best bias: throughput", sequence),
                      kTuning,
                      Expectation::about(3.5, 1, "GB/s"),
                      {kTunedAlone},
                      [sequence](const Measurements& m) {
                        return m.run(kTunedAlone, {alone(sequence)}).sequence_throughput(sequence);
                      }});
  }
  claims.push_back({"9x9: the late finishers of sequence 14 hurt 15; its time, of that alone",
                    kTuning,
                    Expectation::above(kDisturbed, 1, "x"),
                    {kTuned, kTunedAlone},
                    hurt_of_15});
  claims.push_back({"9x9: sequences for which a bias of -3 .. +3 is better than that of tuned.yaml",
                    kTuning,
                    Expectation::exactly(0, 0, ""),
                    {kTuned, kTunedAlone, kEverySequence},
                    badly_tuned});
  return claims;
}

std::vector<Claim> nsim_imbalance_claims() {
  std::vector<Claim> claims;
  claims.push_back({"81 nodes, idle network: dissemination barrier",
                    kImbalance,
                    Expectation::about(11.5, 1, "us"),
                    {kBarrier},
                    [](const Measurements& m) { return m.run(kBarrier).milliseconds() * 1e3; }});
  claims.push_back({"81 nodes: largest imbalance after a barrier; idle, and of ranks up to 100 us late",
                    kImbalance,
                    Expectation::below(3, 0, "us"),
                    {kBarrier, kLateBarrier},
                    imbalance_after_barrier});
  claims.push_back({"9x9, best bias per sequence, barrier after each: time",
                    kImbalance,
                    Expectation::about(92.6, 1, "ms"),
                    {kTunedBarrier},
                    [](const Measurements& m) { return m.run(kTunedBarrier).milliseconds(); }});
  claims.push_back({"9x9: sequences from 3 hops up that 3 us of imbalance disturb (10 % longer), of 17",
                    kImbalance,
                    Expectation::exactly(17, 0, ""),
                    {kTuned, kTunedAlone, kImbalancedAlone},
                    disturbed_sequences});
  claims.push_back({"9x9, retuned under 3 us imbalance, barriers: time",
                    kImbalance,
                    Expectation::about(32.8, 1, "ms"),
                    {kRetuned},
                    [](const Measurements& m) { return m.run(kRetuned).milliseconds(); }});
  claims.push_back({"9x9, retuned: of the ideal",
                    kImbalance,
                    Expectation::about(136.7, 1, "%"),
                    {kRetuned},
                    [](const Measurements& m) { return m.run(kRetuned).percent_of_ideal(); }});
  claims.push_back(
      {"9x9, retuned: largest bias", kImbalance, Expectation::about(2.5, 3, ""), {kRetuned}, largest_bias});
  claims.push_back({"9x9, retuned: sequence that has it",
                    kImbalance,
                    Expectation::exactly(14, 0, ""),
                    {kRetuned},
                    sequence_of_largest_bias});
  return claims;
}

}  // namespace tactus
