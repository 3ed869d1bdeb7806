// Butterfly allreduces with redundant rounds: the measures run the recursion themselves.
#include <algorithm>
#include <memory>

#include "testbench/app/validate/jitter_figure.h"
#include "testbench/app/validate/measure.h"

namespace tactus {
namespace {

/// Studies by their number of repetitions. A study runs when a measure first asks for it, and is kept.
using Figures = std::map<int, JitterFigure>;

JitterFigure& figure_of(Figures& figures, const MeasureInput& in) {
  ButterflyStudyConfig study = JitterFigure::paper_study();
  study.repetitions = in.count("repetitions");
  JitterFigure& figure = figures.try_emplace(study.repetitions, study).first->second;
  figure.use_threads(in.measurements.jobs());
  return figure;
}

double mean_time(JitterFigure& figure, int dimensions, int middle_rounds) {
  return figure.best_row(dimensions, middle_rounds).completion.mean;
}

/// The mean time until a process has the result, with the number of final rounds that makes it shortest.
double mean_process_time(JitterFigure& figure, int dimensions, int middle_rounds) {
  const std::vector<ButterflyStudyRow>& rows = figure.rows(dimensions, middle_rounds);
  const auto shorter = [](const ButterflyStudyRow& a, const ButterflyStudyRow& b) {
    return a.process.mean < b.process.mean;
  };
  return std::min_element(rows.begin(), rows.end(), shorter)->process.mean;
}

}  // namespace

std::vector<Measure> butterfly_measures() {
  constexpr auto kNumber = Measure::Argument::kNumber;
  const Arguments study = {{"repetitions", kNumber}, {"middle_rounds", kNumber}};
  const Arguments size = with(study, {{"dimensions", kNumber}});
  const Arguments gain = with(size, {{"instead_of", kNumber}});
  const auto figures = std::make_shared<Figures>();
  /// A measure of one figure.
  const auto of = [figures](auto measure) {
    return [figures, measure](const MeasureInput& in) { return measure(figure_of(*figures, in), in); };
  };
  return {
      {"butterfly_reach", 0, 0, study,
       of([](JitterFigure& f, const MeasureInput& in) { return f.absorbs_up_to(in.count("middle_rounds")); })},
      {"butterfly_slowdown", 0, 0, size, of([](JitterFigure& f, const MeasureInput& in) {
         return f.best_row(in.count("dimensions"), in.count("middle_rounds")).slowdown();
       })},
      {"butterfly_least_slowdown", 0, 0, size, of([](JitterFigure& f, const MeasureInput& in) {
         const ButterflyStudyRow& plain = f.rows(in.count("dimensions"), in.count("middle_rounds")).front();
         return plain.completion.min / static_cast<double>(plain.quiet.count());
       })},
      {"butterfly_gain", 0, 0, gain, of([](JitterFigure& f, const MeasureInput& in) {
         return mean_time(f, in.count("dimensions"), in.count("instead_of")) /
                mean_time(f, in.count("dimensions"), in.count("middle_rounds"));
       })},
      {"butterfly_process_gain", 0, 0, gain, of([](JitterFigure& f, const MeasureInput& in) {
         return mean_process_time(f, in.count("dimensions"), in.count("instead_of")) /
                mean_process_time(f, in.count("dimensions"), in.count("middle_rounds"));
       })},
  };
}

}  // namespace tactus
