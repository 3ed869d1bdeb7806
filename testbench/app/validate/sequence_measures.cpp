// Sequences of an exchange by themselves: their times, throughput and biases.
#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <stdexcept>

#include "testbench/app/validate/measure.h"

namespace tactus {
namespace {

/// Time of a sequence in a run that has no other; the set of the runs has one for each.
double time_alone(const MeasureInput& in, std::size_t place, int sequence) {
  return in.measurements.run(in.runs[place].set, {fmt::format("[{}]", sequence)}).sequence_milliseconds(sequence);
}

/// Sequences of the first run for which `is` is so.
template <class Predicate>
double count_sequences(const MeasureInput& in, Predicate is) {
  const std::vector<int> all = in.run(0).sequences();
  return static_cast<double>(std::count_if(all.begin(), all.end(), is));
}

double full_sequences(const MeasureInput& in) {
  const RunResult run = in.run(0);
  return count_sequences(in, [&](int sequence) { return run.sequence_throughput(sequence) >= in.number("from_GBps"); });
}

/// How much longer a sequence takes in the first run than in the second.
double sequence_time_ratio(const MeasureInput& in) {
  const int sequence = in.count("sequence");
  return in.run(0).sequence_milliseconds(sequence) / in.run(1).sequence_milliseconds(sequence);
}

/// Sequences of the first run that some bias of the third set makes faster than their run of the second set is.
double badly_tuned(const MeasureInput& in) {
  constexpr double kSame = 1e-9;  // ms
  const std::string& every = in.runs[2].set;
  const std::vector<std::string> biases = in.measurements.values(every, 1);
  return count_sequences(in, [&](int sequence) {
    const double found = time_alone(in, 1, sequence);
    return std::any_of(biases.begin(), biases.end(), [&](const std::string& bias) {
      const RunResult run = in.measurements.run(every, {fmt::format("[{}]", sequence), bias});
      return run.sequence_milliseconds(sequence) < found - kSame;
    });
  });
}

/// Sequences of the first run that take 10 % longer in the third run than alone, both with the same bias.
double disturbed_sequences(const MeasureInput& in) {
  constexpr double kDisturbed = 1.1;
  const RunResult run = in.run(2);
  return count_sequences(in, [&](int sequence) {
    const double quiet = time_alone(in, 1, sequence);
    return sequence >= in.count("from") && sequence <= in.count("to") &&
           run.sequence_milliseconds(sequence) > kDisturbed * quiet;
  });
}

/// Longest time from the first rank that leaves the barrier to the last one, us, of a run and of a set of runs by seed.
double imbalance_after_barrier(const MeasureInput& in) {
  const auto of = [](const RunResult& run) {
    return (run.figure("/sequences/0/last_end_s") - run.figure("/sequences/0/first_end_s")) * 1e6;
  };
  const std::string& late = in.runs[1].set;
  double most = of(in.run(0));
  for (const std::string& seed : in.measurements.values(late, 0)) {
    most = std::max(most, of(in.measurements.run(late, {seed})));
  }
  return most;
}

/// The run's pacing.sequence_bias.
std::vector<double> biases_of(const MeasureInput& in, std::size_t place) {
  const std::string list = in.run(place).configuration("pacing.sequence_bias");
  std::vector<double> biases;
  for (std::size_t at = 0; (at = list.find_first_of("[,", at)) != std::string::npos; ++at) {
    biases.push_back(std::strtod(list.c_str() + at + 1, nullptr));
  }
  if (biases.empty()) throw std::runtime_error("the scenario has no pacing.sequence_bias");
  return biases;
}

double different_biases(const MeasureInput& in) {
  const std::vector<double> biases = biases_of(in, 0);
  return static_cast<double>(std::set<double>(biases.begin(), biases.end()).size());
}

/// Sequences whose bias is larger in the second run than in the first.
double larger_biases(const MeasureInput& in) {
  const std::vector<double> one = biases_of(in, 0);
  const std::vector<double> other = biases_of(in, 1);
  double larger = 0;
  for (std::size_t i = 0; i < std::min(one.size(), other.size()); ++i) larger += other[i] > one[i] ? 1 : 0;
  return larger;
}

double largest_bias(const MeasureInput& in) {
  const std::vector<double> biases = biases_of(in, 0);
  return *std::max_element(biases.begin(), biases.end());
}

double sequence_of_largest_bias(const MeasureInput& in) {
  const std::vector<double> biases = biases_of(in, 0);
  return static_cast<double>(std::max_element(biases.begin(), biases.end()) - biases.begin() + 1);
}

}  // namespace

std::vector<Measure> sequence_measures() {
  constexpr auto kNumber = Measure::Argument::kNumber;
  const Arguments sequence = {{"sequence", kNumber}};
  return {
      {"sequence_throughput", 1, 1, sequence,
       [](const MeasureInput& in) { return in.run(0).sequence_throughput(in.count("sequence")); }},
      {"largest_sequence_throughput", 1, 1, sequence,
       [](const MeasureInput& in) { return in.run(0).largest_sequence_throughput(in.count("sequence")); }},
      {"sequence_time_ratio", 2, 2, sequence, sequence_time_ratio},
      {"full_sequences", 1, 1, {{"from_GBps", kNumber}}, full_sequences},
      {"badly_tuned_sequences", 3, 3, {}, badly_tuned},
      {"disturbed_sequences", 3, 3, {{"from", kNumber}, {"to", kNumber}}, disturbed_sequences},
      {"imbalance_after_barrier", 2, 2, {}, imbalance_after_barrier},
      {"different_biases", 1, 1, {}, different_biases},
      {"larger_biases", 2, 2, {}, larger_biases},
      {"largest_bias", 1, 1, {}, largest_bias},
      {"sequence_of_largest_bias", 1, 1, {}, sequence_of_largest_bias},
  };
}

}  // namespace tactus
