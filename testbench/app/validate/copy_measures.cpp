// Copies inside a node alone: ping-pongs of DDTBench by three protocols, and applications.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "testbench/app/validate/measure.h"

namespace tactus {
namespace {

/// One message size of a pattern.
struct CopySize {
  double bytes = 0;
  double pvas = 0;                 ///< time of a message, s
  double eager = 0;                ///< the same
  std::vector<double> rendezvous;  ///< the same, by buffer
  double pvas_misses = 0;          ///< in L1, both processes
  std::vector<double> rendezvous_misses;

  /// Time with the buffer that makes the rendezvous fastest.
  [[nodiscard]] double best_rendezvous() const { return *std::min_element(rendezvous.begin(), rendezvous.end()); }
  [[nodiscard]] double best_ratio() const { return best_rendezvous() / pvas; }
  [[nodiscard]] double percent_less() const { return 100 * (1 - pvas / eager); }
};

std::vector<CopySize> sizes_of(const MeasureInput& in, const std::string& pattern) {
  const Measurements& m = in.measurements;
  const auto eager = m.run(in.runs[1].set, {pattern}).copies();
  std::vector<std::vector<RunResult::CopyCase>> rendezvous;
  for (const std::string& buffer : m.values(in.runs[0].set, 1)) {
    rendezvous.push_back(m.run(in.runs[0].set, {pattern, buffer}).copies());
  }
  std::vector<CopySize> sizes;
  for (const RunResult::CopyCase& pvas : m.run(in.runs[2].set, {pattern}).copies()) {
    const std::size_t i = sizes.size();
    sizes.push_back({pvas.bytes, pvas.seconds, eager.at(i).seconds, {}, pvas.l1_misses, {}});
    for (const auto& cases : rendezvous) {
      sizes.back().rendezvous.push_back(cases.at(i).seconds);
      sizes.back().rendezvous_misses.push_back(cases.at(i).l1_misses);
    }
  }
  return sizes;
}

/// The sizes that the claim is about: those of its patterns, or of all, from `from` bytes to `to`, without `but`.
std::vector<CopySize> chosen_sizes(const MeasureInput& in) {
  const auto* listed = in.texts("patterns");
  const auto* but = in.texts("but");
  const auto patterns = listed != nullptr ? *listed : in.measurements.values(in.runs[2].set, 0);
  std::vector<CopySize> chosen;
  for (const std::string& pattern : patterns) {
    for (const CopySize& size : sizes_of(in, pattern)) {
      const std::string name = fmt::format("{} {:.0f} B", pattern, size.bytes);
      const bool left_out = but != nullptr && std::count(but->begin(), but->end(), name) > 0;
      const bool small = size.bytes < in.number_or("from", 0);
      if (!small && size.bytes <= in.number_or("to", size.bytes) && !left_out) chosen.push_back(size);
    }
  }
  if (chosen.empty()) throw std::runtime_error(fmt::format("{}: no such size", fmt::join(patterns, ", ")));
  return chosen;
}

/// Place of the buffer that the claim names.
std::size_t buffer_of(const MeasureInput& in) {
  const std::vector<std::string> buffers = in.measurements.values(in.runs[0].set, 1);
  const auto found = std::find(buffers.begin(), buffers.end(), in.text("buffer"));
  if (found == buffers.end()) throw std::runtime_error("no runs with buffers of " + in.text("buffer"));
  return static_cast<std::size_t>(found - buffers.begin());
}

/// A measure of what `of_size` says of the chosen sizes, as `choose` makes one number of them.
template <class OfSize>
std::vector<double> numbers_of(const MeasureInput& in, OfSize of_size) {
  std::vector<double> all;
  for (const CopySize& size : chosen_sizes(in)) all.push_back(of_size(size));
  return all;
}
double least_of(const std::vector<double>& all) { return *std::min_element(all.begin(), all.end()); }
double most_of(const std::vector<double>& all) { return *std::max_element(all.begin(), all.end()); }
double mean_of_all(const std::vector<double>& all) {
  return std::accumulate(all.begin(), all.end(), 0.0) / static_cast<double>(all.size());
}

/// By how many percent PVAS takes longer than the rendezvous with that buffer.
double percent_longer(const MeasureInput& in) {
  const std::size_t buffer = buffer_of(in);
  return most_of(numbers_of(in, [&](const CopySize& s) { return 100 * (s.pvas / s.rendezvous[buffer] - 1); }));
}

double most_of_best_buffer(const MeasureInput& in) {
  const std::size_t buffer = buffer_of(in);
  return most_of(numbers_of(in, [&](const CopySize& s) { return s.rendezvous[buffer] / s.best_rendezvous(); }));
}

double pvas_misses(const MeasureInput& in) {
  const std::size_t buffer = buffer_of(in);
  return least_of(numbers_of(in, [&](const CopySize& s) { return s.pvas_misses / s.rendezvous_misses[buffer]; }));
}

double rendezvous_misses(const MeasureInput& in) {
  const std::size_t buffer = buffer_of(in);
  return least_of(numbers_of(in, [&](const CopySize& s) { return s.rendezvous_misses[buffer] / s.pvas_misses; }));
}

/// By how many percent the performance with PVAS is above that with another protocol, by quantum: a simulation's
/// quantum is no property of the machine.
std::vector<double> percents_faster(const MeasureInput& in) {
  const std::string& set = in.runs[0].set;
  std::vector<double> percents;
  for (const std::string& quantum : in.measurements.values(set, 1)) {
    const auto seconds = [&](const std::string& protocol) {
      return in.measurements.run(set, {protocol, quantum}).copies().at(0).seconds;
    };
    percents.push_back(100 * (seconds(in.text("than")) / seconds("pvas") - 1));
  }
  return percents;
}

}  // namespace

std::vector<Measure> copy_measures() {
  using Argument = Measure::Argument;
  const Arguments sizes = {{"patterns", Argument::kOptionalTexts},
                           {"but", Argument::kOptionalTexts},
                           {"from", Argument::kOptionalNumber},
                           {"to", Argument::kOptionalNumber}};
  const Arguments buffer = with(sizes, {{"buffer", Argument::kText}});
  const auto best_ratio = [](const CopySize& size) { return size.best_ratio(); };
  const auto percent_less = [](const CopySize& size) { return size.percent_less(); };
  return {
      {"least_rendezvous_of_pvas", 3, 3, sizes,
       [=](const MeasureInput& in) { return least_of(numbers_of(in, best_ratio)); }},
      {"mean_rendezvous_of_pvas", 3, 3, sizes,
       [=](const MeasureInput& in) { return mean_of_all(numbers_of(in, best_ratio)); }},
      {"percent_longer_than_rendezvous", 3, 3, buffer, percent_longer},
      {"time_of_best_buffer", 3, 3, buffer, most_of_best_buffer},
      {"pvas_misses_of_rendezvous", 3, 3, buffer, pvas_misses},
      {"rendezvous_misses_of_pvas", 3, 3, buffer, rendezvous_misses},
      {"least_percent_below_eager", 3, 3, sizes,
       [=](const MeasureInput& in) { return least_of(numbers_of(in, percent_less)); }},
      {"most_percent_below_eager", 3, 3, sizes,
       [=](const MeasureInput& in) { return most_of(numbers_of(in, percent_less)); }},
      {"percent_longer_than_eager", 3, 3, sizes,
       [=](const MeasureInput& in) { return -most_of(numbers_of(in, percent_less)); }},
      {"percents_faster", 1, 1, {{"than", Argument::kText}}, nullptr, percents_faster},
  };
}

}  // namespace tactus
