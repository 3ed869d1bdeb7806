// Single numbers of result.json by their path, and what is made of those of several runs.
#include <algorithm>

#include "testbench/app/validate/measure.h"

namespace tactus {
namespace {

double figure_of(const MeasureInput& in, std::size_t place) {
  return in.run(place).figure(in.text("path")) * in.number_or("times", 1);
}

/// Figures of all runs but the first.
std::vector<double> other_figures(const MeasureInput& in) {
  std::vector<double> others;
  for (std::size_t i = 1; i < in.runs.size(); ++i) others.push_back(figure_of(in, i));
  return others;
}

double least_other(const MeasureInput& in) {
  const std::vector<double> others = other_figures(in);
  return *std::min_element(others.begin(), others.end());
}

double most_other(const MeasureInput& in) {
  const std::vector<double> others = other_figures(in);
  return *std::max_element(others.begin(), others.end());
}

/// One size of torus at the packet level and at the flow level.
struct LevelPair {
  RunResult packet;
  RunResult flow;
};

/// The sizes of two sets, packet and flow, and two single runs more.
std::vector<LevelPair> level_pairs(const MeasureInput& in) {
  std::vector<LevelPair> all;
  const auto run = [&](std::size_t place, const std::string& n) {
    return in.measurements.run(in.runs[place].set, {n});
  };
  for (const std::string& n : in.measurements.values(in.runs[0].set, 0)) all.push_back({run(0, n), run(1, n)});
  all.push_back({in.run(2), in.run(3)});
  return all;
}

double mean_percent_below(const MeasureInput& in) {
  double sum = 0;
  const std::vector<LevelPair> all = level_pairs(in);
  for (const LevelPair& pair : all) sum += 100 * (1 - pair.flow.milliseconds() / pair.packet.milliseconds());
  return sum / static_cast<double>(all.size());
}

double nearer_than_bound(const MeasureInput& in) {
  const std::vector<LevelPair> all = level_pairs(in);
  return static_cast<double>(std::count_if(all.begin(), all.end(), [](const LevelPair& pair) {
    const double packet = pair.packet.milliseconds();
    return std::abs(pair.flow.milliseconds() - packet) < std::abs(pair.packet.ideal_milliseconds() - packet);
  }));
}

}  // namespace

std::vector<Measure> run_measures() {
  const Arguments figure = {{"path", Measure::Argument::kText}, {"times", Measure::Argument::kOptionalNumber}};
  return {
      {"figure", 1, 1, figure, [](const MeasureInput& in) { return figure_of(in, 0); }},
      {"figure_ratio", 2, 2, figure, [](const MeasureInput& in) { return figure_of(in, 0) / figure_of(in, 1); }},
      {"ratio_of_least_other", 2, kAnyNumber, figure,
       [](const MeasureInput& in) { return least_other(in) / figure_of(in, 0); }},
      {"lead_over_most_other", 2, kAnyNumber, figure,
       [](const MeasureInput& in) { return figure_of(in, 0) - most_other(in); }},
      {"percent_above_ideal", 1, 1, {}, [](const MeasureInput& in) { return in.run(0).percent_of_ideal() - 100; }},
      {"mean_percent_flow_below_packet", 4, 4, {}, mean_percent_below},
      {"flow_nearer_than_bound", 4, 4, {}, nearer_than_bound},
  };
}

const std::vector<Measure>& measures() {
  static const std::vector<Measure> kMeasures = [] {
    std::vector<Measure> all;
    for (const auto& some : {run_measures(), series_measures(), sequence_measures(), bias_measures(), rail_measures(),
                             copy_measures(), butterfly_measures(), exchange_measures()}) {
      all.insert(all.end(), some.begin(), some.end());
    }
    return all;
  }();
  return kMeasures;
}

Arguments with(Arguments some, const Arguments& more) {
  some.insert(more.begin(), more.end());
  return some;
}

}  // namespace tactus
