// Experiments 3 and 4: one bias for each sequence, and what imbalance does to it.
#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <stdexcept>

#include "testbench/app/validate/nsim_paper.h"

namespace tactus {
namespace {

using namespace nsim_runs;

constexpr char kTuning[] = "experiment 3";
constexpr char kImbalance[] = "experiment 4";
constexpr double kFullGBps = 3.8;   ///< a sequence that reaches 95 % of a link's 4 GB/s is called one at 100 %
constexpr int kHurt = 15;           ///< the sequence that suffers from the one before it
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

/// Sequences `from` to `to` that take 10 % longer among barriers than alone, both with the same bias.
double disturbed_sequences(const Measurements& m, int from, int to) {
  const RunResult run = m.run(kTunedBarrier);
  return count_sequences(m, [&](int sequence) {
    const double quiet = m.run(kTunedAlone, {alone(sequence)}).sequence_milliseconds(sequence);
    return sequence >= from && sequence <= to && run.sequence_milliseconds(sequence) > kDisturbed * quiet;
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

/// The run's pacing.sequence_bias.
std::vector<double> biases_of(const RunResult& run) {
  const std::string list = run.configuration("pacing.sequence_bias");
  std::vector<double> biases;
  for (std::size_t at = 0; (at = list.find_first_of("[,", at)) != std::string::npos; ++at) {
    biases.push_back(std::strtod(list.c_str() + at + 1, nullptr));
  }
  if (biases.empty()) throw std::runtime_error("the scenario has no pacing.sequence_bias");
  return biases;
}

/// Sequences whose bias is larger with imbalance than without.
double larger_biases(const Measurements& m) {
  const std::vector<double> tuned = biases_of(m.run(kTuned));
  const std::vector<double> retuned = biases_of(m.run(kRetuned));
  double larger = 0;
  for (std::size_t i = 0; i < std::min(tuned.size(), retuned.size()); ++i) larger += retuned[i] > tuned[i] ? 1 : 0;
  return larger;
}

double largest_bias(const Measurements& m) {
  const std::vector<double> biases = biases_of(m.run(kRetuned));
  return *std::max_element(biases.begin(), biases.end());
}

double sequence_of_largest_bias(const Measurements& m) {
  const std::vector<double> biases = biases_of(m.run(kRetuned));
  return static_cast<double>(std::max_element(biases.begin(), biases.end()) - biases.begin() + 1);
}

}  // namespace

std::vector<Claim> nsim_sequence_bias_claims() {
  std::vector<Claim> claims;
  claims.push_back({"9x9, best bias per sequence: time above the ideal",
                    kTuning,
                    Expectation::about(7.5, 1, "%"),
                    {kTuned},
                    [](const Measurements& m) { return m.run(kTuned).percent_of_ideal() - 100; }});
  claims.back().fitted = kNsimFitted;
  claims.push_back({"9x9: the best bias differs by sequence; how many there are",
                    kTuning,
                    Expectation::above(1, 0, ""),
                    {kTuned},
                    [](const Measurements& m) {
                      const std::vector<double> biases = biases_of(m.run(kTuned));
                      return static_cast<double>(std::set<double>(biases.begin(), biases.end()).size());
                    }});
  claims.push_back({"9x9, best bias per sequence: sequences at 100 % link utilisation (from 95 %)",
                    kTuning,
                    Expectation::exactly(15, 0, ""),
                    {kTuned},
                    full_sequences});
  for (const int sequence : {8, 14, 15, 17, 19}) {
    claims.push_back({fmt::format("9x9, sequence {} alone, best bias: largest throughput", sequence),
                      kTuning,
                      Expectation::about(3.5, 1, "GB/s"),
                      {kTunedAlone},
                      [sequence](const Measurements& m) {
                        return m.run(kTunedAlone, {alone(sequence)}).largest_sequence_throughput(sequence);
                      }});
  }
  claims.push_back({"9x9: the late finishers of sequence 14 hurt 15; its time, of that alone",
                    kTuning,
                    Expectation::above(kDisturbed, 1, "x"),
                    {kTuned, kTunedAlone},
                    hurt_of_15});
  claims.push_back({"9x9: after 14, sequence 15 falls to; its throughput in the whole exchange",
                    kTuning,
                    Expectation::about(3, 0, "GB/s"),
                    {kTuned},
                    [](const Measurements& m) { return m.run(kTuned).sequence_throughput(kHurt); }});
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
  claims.back().fitted = kNsimFitted;
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
  claims.back().fitted = kNsimFitted;
  claims.push_back({"9x9: the same; sequences 4 to 20, of 3 hops and more, that the barriers disturb (10 % longer)",
                    kImbalance,
                    Expectation::exactly(17, 0, ""),
                    {kTuned, kTunedAlone, kTunedBarrier},
                    [](const Measurements& m) { return disturbed_sequences(m, 4, 20); }});
  claims.back().fitted = kNsimFitted;
  claims.push_back({"9x9: the same; sequences 1 to 3, of 1 and 2 hops, that they disturb",
                    kImbalance,
                    Expectation::exactly(0, 0, ""),
                    {kTuned, kTunedAlone, kTunedBarrier},
                    [](const Measurements& m) { return disturbed_sequences(m, 1, 3); }});
  claims.back().fitted = kNsimFitted;
  claims.push_back({"9x9, retuned under 3 us imbalance, barriers: time",
                    kImbalance,
                    Expectation::about(32.8, 1, "ms"),
                    {kRetuned},
                    [](const Measurements& m) { return m.run(kRetuned).milliseconds(); }});
  claims.back().fitted = kNsimFitted;
  claims.push_back({"9x9, retuned: most biases are larger than without imbalance; how many, of 20",
                    kImbalance,
                    Expectation::above(10, 0, ""),
                    {kTuned, kRetuned},
                    larger_biases});
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
