// Sequences of an exchange by themselves: their times, throughput and biases.
#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <stdexcept>

#include "testbench/app/validate/measure.h"

namespace tactus {
namespace {

/// Runs that have that sequence alone; the set of the runs has such for each.
std::vector<RunResult> runs_alone(const MeasureInput& in, std::size_t place, int sequence) {
  return in.measurements->group({in.runs[place].set, {fmt::format("[{}]", sequence)}});
}

double seconds_alone(const MeasureInput& in, std::size_t place, int sequence) {
  return runs_alone(in, place, sequence).front().sequence_seconds(sequence);
}

/// Sequences of the first run for which `is` is so.
template <class Predicate>
double count_sequences(const MeasureInput& in, Predicate is) {
  const std::vector<int> all = in.run(0).sequences();
  return static_cast<double>(std::count_if(all.begin(), all.end(), is));
}

double full_sequences(const MeasureInput& in) {
  const RunResult run = in.run(0);
  return count_sequences(
      in, [&](int sequence) { return median(run.sequence_throughputs(sequence)) >= in.number("from_GBps"); });
}

/// How much longer a sequence takes in the first run than in the second.
double sequence_time_ratio(const MeasureInput& in) {
  const int sequence = in.count("sequence");
  return in.run(0).sequence_seconds(sequence) / in.run(1).sequence_seconds(sequence);
}

/// Sequences of the first run that some bias of the third set makes faster than their run of the second set is.
double badly_tuned(const MeasureInput& in) {
  constexpr double kSame = 1e-12;  // s
  return count_sequences(in, [&](int sequence) {
    const double found = seconds_alone(in, 1, sequence);
    const std::vector<RunResult> runs = runs_alone(in, 2, sequence);
    return std::any_of(runs.begin(), runs.end(),
                       [&](const RunResult& run) { return run.sequence_seconds(sequence) < found - kSame; });
  });
}

/// Sequences of the first run that take 10 % longer in the third run than alone, both with the same bias.
double disturbed_sequences(const MeasureInput& in) {
  constexpr double kDisturbed = 1.1;
  const RunResult run = in.run(2);
  return count_sequences(in, [&](int sequence) {
    return sequence >= in.count("from") && sequence <= in.count("to") &&
           run.sequence_seconds(sequence) > kDisturbed * seconds_alone(in, 1, sequence);
  });
}

/// Longest time from the first rank that leaves the barrier to the last one, us, of all runs.
double imbalance_after_barrier(const MeasureInput& in) {
  double most = 0;
  for (std::size_t place = 0; place < in.runs.size(); ++place) {
    for (const RunResult& run : in.group(place)) {
      most = std::max(most, run.figure("/sequences/0/last_end_s") - run.figure("/sequences/0/first_end_s"));
    }
  }
  return most * 1e6;
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

double sequence_throughput(const MeasureInput& in) {
  return median(in.run(0).sequence_throughputs(in.count("sequence")));
}

double largest_sequence_throughput(const MeasureInput& in) {
  const std::vector<double> samples = in.run(0).sequence_throughputs(in.count("sequence"));
  return *std::max_element(samples.begin(), samples.end());
}

}  // namespace

std::vector<Measure> sequence_measures() {
  constexpr auto kNumber = Measure::Argument::kNumber;
  const Measure::Arguments sequence = {{"sequence", kNumber}};
  return {
      one_number("sequence_throughput", {1, 1}, sequence, sequence_throughput),
      one_number("largest_sequence_throughput", {1, 1}, sequence, largest_sequence_throughput),
      one_number("sequence_time_ratio", {2, 2}, sequence, sequence_time_ratio),
      one_number("full_sequences", {1, 1}, {{"from_GBps", kNumber}}, full_sequences),
      one_number("badly_tuned_sequences", {3, 3}, {}, badly_tuned),
      one_number("disturbed_sequences", {3, 3}, {{"from", kNumber}, {"to", kNumber}}, disturbed_sequences),
      one_number("imbalance_after_barrier", {2, 2}, {}, imbalance_after_barrier),
      one_number("different_biases", {1, 1}, {}, different_biases),
      one_number("larger_biases", {2, 2}, {}, larger_biases),
      one_number("largest_bias", {1, 1}, {}, largest_bias),
      one_number("sequence_of_largest_bias", {1, 1}, {}, sequence_of_largest_bias),
  };
}

}  // namespace tactus
