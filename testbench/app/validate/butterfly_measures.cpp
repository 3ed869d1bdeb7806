// Butterfly allreduces with redundant rounds: the measures run the recursion themselves.
#include <algorithm>
#include <map>
#include <memory>
#include <vector>

#include "testbench/app/validate/jitter_figure.h"
#include "testbench/app/validate/measure.h"

namespace tactus {
namespace {

using Row = ButterflyStudyRow;
using Rows = std::vector<Row>;

/// Mean time until all processes have the result.
double mean_time(const Row& row) { return row.completion.mean; }
/// Mean time until a process has the result.
double mean_process_time(const Row& row) { return row.process.mean; }

/// `time` with the number of final rounds that makes it shortest.
double shortest(const Rows& rows, double (*time)(const Row&)) {
  return time(*std::min_element(rows.begin(), rows.end(), [&](auto& a, auto& b) { return time(a) < time(b); }));
}

/// Least slow-down of any repetition without redundant rounds.
double least_slowdown(const Rows& rows) {
  return rows.front().completion.min / static_cast<double>(rows.front().quiet.count());
}

}  // namespace

std::vector<Measure> butterfly_measures() {
  constexpr auto kNumber = Measure::Argument::kNumber;
  const Measure::Arguments study = {{"repetitions", kNumber}, {"middle_rounds", kNumber}};
  const Measure::Arguments size = {{"repetitions", kNumber}, {"middle_rounds", kNumber}, {"dimensions", kNumber}};
  Measure::Arguments gain = size;
  gain.insert({"instead_of", kNumber});
  // Studies by their number of repetitions. A study runs when a measure first asks for it, and is kept.
  const auto figures = std::make_shared<std::map<int, JitterFigure>>();
  const auto figure_of = [figures](const MeasureInput& in) -> JitterFigure& {
    ButterflyStudyConfig config = JitterFigure::paper_study();
    config.repetitions = in.count("repetitions");
    config.threads = static_cast<int>(in.measurements->jobs());
    return figures->try_emplace(config.repetitions, config).first->second;
  };
  const auto rows_of = [figure_of](const MeasureInput& in, const char* middle_rounds) -> const Rows& {
    return figure_of(in).rows(in.count("dimensions"), in.count(middle_rounds));
  };
  const auto gain_in = [rows_of](double (*time)(const Row&)) {
    return [rows_of, time](const MeasureInput& in) {
      return shortest(rows_of(in, "instead_of"), time) / shortest(rows_of(in, "middle_rounds"), time);
    };
  };
  return {
      one_number("butterfly_reach", {0, 0}, study,
                 [=](const MeasureInput& in) { return figure_of(in).absorbs_up_to(in.count("middle_rounds")); }),
      one_number("butterfly_slowdown", {0, 0}, size,
                 [=](const MeasureInput& in) {
                   return figure_of(in).best_row(in.count("dimensions"), in.count("middle_rounds")).slowdown();
                 }),
      one_number("butterfly_least_slowdown", {0, 0}, size,
                 [=](const MeasureInput& in) { return least_slowdown(rows_of(in, "middle_rounds")); }),
      one_number("butterfly_gain", {0, 0}, gain, gain_in(mean_time)),
      one_number("butterfly_process_gain", {0, 0}, gain, gain_in(mean_process_time)),
  };
}

}  // namespace tactus
