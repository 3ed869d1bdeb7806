// The jitter paper: butterflies with redundant rounds, by number of processes.
#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <string>

#include "testbench/app/validate/jitter_figure.h"
#include "testbench/app/validate/paper.h"

namespace tactus {
namespace {

constexpr char kFigure[] = "section 4, figure 3";
constexpr char kIntroduction[] = "section 1";
/// The paper has neither; they are those with which rounds at the end alone reach as far as the paper's.
constexpr char kFitted[] = "message size, and the reading of an event";
/// For numbers of processes at which means differ by rare repetitions.
constexpr int kManyRepetitions = 1000;
/// One mean is called shorter than another if it is so by more than the share within which numbers are the same.
constexpr double kClearly = 1 + Expectation::kDefaultTolerance;

using Figure = std::shared_ptr<JitterFigure>;

double mean_time(JitterFigure& figure, int dimensions, int middle_rounds) {
  return figure.best_row(dimensions, middle_rounds).completion.mean;
}

/// The same until a process has the result, mean over processes, with the number of final rounds that is best for it.
double mean_process_time(JitterFigure& figure, int dimensions, int middle_rounds) {
  const std::vector<ButterflyStudyRow>& rows = figure.rows(dimensions, middle_rounds);
  const auto shorter = [](const ButterflyStudyRow& a, const ButterflyStudyRow& b) {
    return a.process.mean < b.process.mean;
  };
  return std::min_element(rows.begin(), rows.end(), shorter)->process.mean;
}

/// A claim about `figure`.
Claim claim(std::string text, const char* source, Expectation expected, const Figure& figure,
            std::function<double(JitterFigure&)> measure) {
  return {std::move(text),
          source,
          std::move(expected),
          {},
          [figure, measure = std::move(measure)](const Measurements& measurements) {
            figure->use_threads(measurements.jobs());
            return measure(*figure);
          }};
}

/// Up to how many processes `middle_rounds` absorb noise: by few repetitions, and by many.
void add_limit(const Figure& figure, const Figure& long_figure, int middle_rounds, double expected,
               std::vector<Claim>& claims) {
  for (const Figure& each : {figure, long_figure}) {
    claims.push_back(claim(fmt::format("M = {}, {} repetitions: noise is absorbed up to 2^K processes; K",
                                       middle_rounds, each->repetitions()),
                           kFigure, Expectation::exactly(expected, 0, ""), each,
                           [middle_rounds](JitterFigure& f) { return f.absorbs_up_to(middle_rounds); }));
  }
}

/// What noise does to a butterfly without redundant rounds, and to one with final rounds only.
void add_earlier_methods(const Figure& figure, const Figure& long_figure, std::vector<Claim>& claims) {
  claims.push_back(claim("2^18 processes, no redundant rounds: noise hits every allreduce; least slow-down of any",
                         kIntroduction, Expectation::above(JitterFigure::kAbsorbed, 0, "x"), figure,
                         [](JitterFigure& f) {
                           const ButterflyStudyRow& plain = f.rows(18, 0).front();
                           return plain.completion.min / static_cast<double>(plain.quiet.count());
                         }));
  add_limit(figure, long_figure, 0, 14, claims);
  for (Claim& claim : claims) {
    if (claim.source == kFigure) claim.fitted = kFitted;
  }
  for (const int dimensions : {16, 18, 20}) {
    claims.push_back(claim(fmt::format("2^{} processes, M = 0: noise is not absorbed; mean slow-down", dimensions),
                           kFigure, Expectation::above(JitterFigure::kAbsorbed, 0, "x"), figure,
                           [dimensions](JitterFigure& f) { return f.best_row(dimensions, 0).slowdown(); }));
  }
}

/// What rounds in the middle do about it.
void add_proposal(const Figure& figure, const Figure& long_figure, std::vector<Claim>& claims) {
  for (const int dimensions : {16, 18, 20}) {
    claims.push_back(
        claim(fmt::format("2^{} processes: M = 1 takes less than M = 0; time of M = 0, of that of M = 1", dimensions),
              kFigure, Expectation::above(kClearly, 1, "x"), figure,
              [dimensions](JitterFigure& f) { return mean_time(f, dimensions, 0) / mean_time(f, dimensions, 1); }));
  }
  claims.push_back(claim("2^18 processes: M = 2 takes less than M = 1; time of M = 1, of that of M = 2", kFigure,
                         Expectation::above(kClearly, 1, "x"), long_figure,
                         [](JitterFigure& f) { return mean_time(f, 18, 1) / mean_time(f, 18, 2); }));
  claims.push_back(
      claim("2^18 processes, mean of processes: M = 2 takes less than M = 1; time of M = 1, of that of M = 2", kFigure,
            Expectation::above(kClearly, 1, "x"), long_figure,
            [](JitterFigure& f) { return mean_process_time(f, 18, 1) / mean_process_time(f, 18, 2); }));
  // "Fewer than 2^18": the last of them are 2^17.
  add_limit(figure, long_figure, 2, 17, claims);
  claims.back().full = true;
}

}  // namespace

Paper jitter_paper() {
  // Studies are run when the first claim asks for them: a paper that is only listed costs nothing.
  ButterflyStudyConfig study = JitterFigure::paper_study();
  const auto figure = std::make_shared<JitterFigure>(study);
  study.repetitions = kManyRepetitions;
  const auto long_figure = std::make_shared<JitterFigure>(study);
  Paper paper = {"jitter", "redundant rounds in butterfly allreduce under noise", {}, {}};
  add_earlier_methods(figure, long_figure, paper.claims);
  add_proposal(figure, long_figure, paper.claims);
  return paper;
}

}  // namespace tactus
