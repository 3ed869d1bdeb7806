// Numbers of result.json by their path: of groups of runs, and of pairs of groups beside each other.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "testbench/app/validate/measure.h"

namespace tactus {
namespace {

using Numbers = std::vector<double>;
using Argument = Measure::Argument;
using Figures = std::vector<RunResult::Figure>;

Numbers all_of(const std::vector<Numbers>& groups) {
  Numbers all;
  for (const Numbers& group : groups) all.insert(all.end(), group.begin(), group.end());
  if (all.empty()) throw std::runtime_error("no number is left");
  return all;
}

double least_of(const std::vector<Numbers>& groups) {
  const Numbers all = all_of(groups);
  return *std::min_element(all.begin(), all.end());
}

double most_of(const std::vector<Numbers>& groups) {
  const Numbers all = all_of(groups);
  return *std::max_element(all.begin(), all.end());
}

/// Mean of the groups' means: groups count alike, whatever their runs.
double mean_of(const std::vector<Numbers>& groups) {
  Numbers means;
  for (const Numbers& group : groups) means.push_back(mean(all_of({group})));
  return mean(means);
}

/// What is made of the numbers of several groups.
struct Summary {
  const char* name;
  Numbers (*of)(const std::vector<Numbers>& groups);
};
constexpr Summary kSummaries[] = {
    {"each", all_of},
    {"least", [](const std::vector<Numbers>& groups) { return Numbers{least_of(groups)}; }},
    {"most", [](const std::vector<Numbers>& groups) { return Numbers{most_of(groups)}; }},
    {"mean", [](const std::vector<Numbers>& groups) { return Numbers{mean_of(groups)}; }},
};

/// How a figure of one run is compared with that of another.
struct Comparison {
  const char* name;
  double (*of)(double one, double other);
};
constexpr Comparison kComparisons[] = {
    {"ratio", [](double one, double other) { return one / other; }},
    {"difference", [](double one, double other) { return one - other; }},
    {"between", [](double one, double other) { return std::abs(one - other); }},
    {"percent_above", [](double one, double other) { return 100 * (one / other - 1); }},
    {"percent_below", [](double one, double other) { return 100 * (1 - one / other); }},
    {"percent_between", [](double one, double other) { return std::abs(100 * (one / other - 1)); }},
};

/// What `of` says of each run, by group.
template <class Of>
std::vector<Numbers> over_runs(const MeasureInput& in, Of of) {
  std::vector<Numbers> groups;
  for (std::size_t place = 0; place < in.runs.size(); ++place) {
    groups.emplace_back();
    for (const RunResult& run : in.group(place)) groups.back().push_back(of(run));
  }
  return groups;
}

/// What `of` says of runs of the first, third ... group, each beside those of the next group that agree with it.
template <class Of>
std::vector<Numbers> over_pairs(const MeasureInput& in, Of of) {
  std::vector<Numbers> groups;
  for (std::size_t place = 0; place + 1 < in.runs.size(); place += 2) {
    groups.emplace_back();
    const std::vector<RunResult> others = in.group(place + 1);
    for (const RunResult& one : in.group(place)) {
      for (const RunResult& other : others) {
        if (one.agrees_with(other)) of(one, other, groups.back());
      }
    }
  }
  return groups;
}

Figures figures_of(const MeasureInput& in, const RunResult& run) {
  const auto path = in.texts.find("path");
  Figures all = run.figures(path == in.texts.end() ? "/simulated_seconds" : path->second.front());
  for (RunResult::Figure& figure : all) figure.number *= in.number_or("times", 1);
  return all;
}

/// Whether the claim is about a figure of that run: its bytes are between `from` and `to`, and `but` lacks it.
bool is_chosen(const MeasureInput& in, const RunResult& run, double bytes) {
  const auto but = in.texts.find("but");
  const std::string name = fmt::format("{} {:.0f} B", fmt::join(run.values(), " "), bytes);
  const bool left_out = but != in.texts.end() && std::count(but->second.begin(), but->second.end(), name) > 0;
  return bytes >= in.number_or("from", 0) && bytes <= in.number_or("to", bytes) && !left_out;
}

Numbers each_figure(const MeasureInput& in) {
  return all_of(over_runs(in, [&](const RunResult& run) {
    const Figures all = figures_of(in, run);
    if (all.size() != 1) throw std::runtime_error("the path has several numbers");
    return all.front().number;
  }));
}

/// The figures of one run that the claim is about, each compared with that of the other run.
Numbers compare(const MeasureInput& in, const Comparison& how, const RunResult& one, const RunResult& other) {
  const Figures ones = figures_of(in, one);
  const Figures others = figures_of(in, other);
  const auto same_bytes = [](const auto& a, const auto& b) { return a.bytes == b.bytes; };
  if (!std::equal(ones.begin(), ones.end(), others.begin(), others.end(), same_bytes)) {
    throw std::runtime_error(fmt::format("{} and {} have different sizes", in.runs[0].set, in.runs[1].set));
  }
  Numbers numbers;
  for (std::size_t i = 0; i < ones.size(); ++i) {
    if (is_chosen(in, one, ones[i].bytes)) numbers.push_back(how.of(ones[i].number, others[i].number));
  }
  return numbers;
}

std::vector<Numbers> compared(const MeasureInput& in, const Comparison& how) {
  return over_pairs(in, [&](const RunResult& one, const RunResult& other, Numbers& numbers) {
    const Numbers more = compare(in, how, one, other);
    numbers.insert(numbers.end(), more.begin(), more.end());
  });
}

/// For each item the least ratio of all pairs of runs; mean of the items.
double mean_of_least_ratios(const MeasureInput& in) {
  return mean_of(over_pairs(in, [&](const RunResult& one, const RunResult& other, Numbers& least) {
    const Numbers ratios = compare(in, kComparisons[0], one, other);
    least.resize(ratios.size(), std::numeric_limits<double>::infinity());
    for (std::size_t i = 0; i < ratios.size(); ++i) least[i] = std::min(least[i], ratios[i]);
  }));
}

/// Pairs of runs whose times are nearer to each other than the second run's time is to its ideal.
double nearer_than_ideal(const MeasureInput& in) {
  const Numbers nearer = all_of(over_pairs(in, [](const RunResult& one, const RunResult& other, Numbers& numbers) {
    const double distance = std::abs(one.seconds() - other.seconds());
    numbers.push_back(distance < std::abs(other.figure("/ideal_seconds") - other.seconds()) ? 1 : 0);
  }));
  return std::accumulate(nearer.begin(), nearer.end(), 0.0);
}

/// How far the time of an exchange of every node with every other is from N - 1 messages on an idle link, in messages.
double beyond_ideal(const MeasureInput& in, const RunResult& run) {
  return std::abs(run.seconds() / in.number("message_s") - (run.figure("/flow/nodes") - 1));
}

double passes_per_solve(const RunResult& run) { return run.figure("/flow/passes") / run.figure("/flow/solves"); }

/// Flows that the solver goes through in an exchange: a node has one at any time.
double work(const RunResult& run) { return run.figure("/flow/passes") * run.figure("/flow/nodes"); }

/// k, if the solver's work grows as N^k from the runs of the first group to those of the second.
double growth_of_work(const MeasureInput& in) {
  const std::vector<Numbers> works = over_runs(in, work);
  const double nodes = in.group(1).front().figure("/flow/nodes") / in.group(0).front().figure("/flow/nodes");
  return std::log(mean(works[1]) / mean(works[0])) / std::log(nodes);
}

}  // namespace

std::vector<Measure> run_measures() {
  constexpr Measure::Names kRuns = {1, Measure::kAnyNumber};
  constexpr Measure::Names kPairs = {2, Measure::kAnyNumber, 2};
  const Measure::Arguments figure = {{"path", Argument::kOptionalText}, {"times", Argument::kOptionalNumber}};
  Measure::Arguments sizes = figure;
  sizes.insert({{"from", Argument::kOptionalNumber}, {"to", Argument::kOptionalNumber}});
  sizes.insert({"but", Argument::kOptionalTexts});
  std::vector<Measure> all = {
      {"figure", kRuns, figure, each_figure},
      one_number("percent_above_ideal", {1, 1}, {},
                 [](const MeasureInput& in) { return 100 * (in.run(0).figure("/ratio_to_ideal") - 1); }),
      one_number("nearer_than_ideal", kPairs, {}, nearer_than_ideal),
      one_number("mean_of_least_ratios", kPairs, sizes, mean_of_least_ratios),
      one_number("most_beyond_ideal", kRuns, {{"message_s", Argument::kNumber}},
                 [](const MeasureInput& in) {
                   return most_of(over_runs(in, [&](const RunResult& run) { return beyond_ideal(in, run); }));
                 }),
      one_number("passes_per_solve", kRuns, {},
                 [](const MeasureInput& in) { return mean_of(over_runs(in, passes_per_solve)); }),
      one_number("work_ratio", {2, 2}, {}, [](const MeasureInput& in) { return work(in.run(0)) / work(in.run(1)); }),
      one_number("growth_of_work", {2, 2}, {}, growth_of_work),
  };
  for (const Summary& summary : kSummaries) {
    for (const Comparison& how : kComparisons) {
      all.push_back({fmt::format("{}_{}", summary.name, how.name), kPairs, sizes,
                     [summary, how](const MeasureInput& in) { return summary.of(compared(in, how)); }});
    }
  }
  return all;
}

}  // namespace tactus
