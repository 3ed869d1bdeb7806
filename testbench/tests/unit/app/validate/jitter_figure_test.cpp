#include "testbench/app/validate/jitter_figure.h"

#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

/// Few repetitions, and noise so dense that it matters to few processes.
ButterflyStudyConfig dense(std::uint64_t period) {
  ButterflyStudyConfig study = JitterFigure::paper_study();
  study.repetitions = 20;
  study.butterfly.noise.period = Picoseconds{period};
  return study;
}

TEST_CASE("Jitter figure: the study is the paper's evaluation") {
  const ButterflyStudyConfig study = JitterFigure::paper_study();
  CHECK(validate(study).empty());
  CHECK(study.repetitions == 100);
  CHECK(study.butterfly.shape.final_rounds == 20);
  CHECK_FALSE(study.butterfly.shape.middle_position);
  // 1e-7 s and 8 B at 1e-9 s/B; 8 B at 1e-10 s/B.
  CHECK(study.butterfly.costs.message(0) == Picoseconds{108'000});
  CHECK(study.butterfly.costs.compute == Picoseconds{800});
  CHECK(study.butterfly.costs.redundant_compute == Picoseconds{800});
  CHECK(study.butterfly.noise.kind == NoiseKind::kPeriodic);
  CHECK(study.butterfly.noise.period == Picoseconds{10'000'000'000});
  CHECK(study.butterfly.noise.length == Picoseconds{100'000'000});
  CHECK(study.butterfly.reading == NoiseReading::kAdded);
}

TEST_CASE("Jitter figure: the best row is that of the shortest mean time of its study") {
  JitterFigure figure(dense(200'000'000));
  ButterflyStudyConfig study = dense(200'000'000);
  study.butterfly.shape.dimensions = 8;
  study.butterfly.shape.middle_rounds = 1;
  const std::vector<ButterflyStudyRow> rows = run_study(study);
  const ButterflyStudyRow& best = figure.best_row(8, 1);
  CHECK(best.completion.mean == rows[static_cast<std::size_t>(best.final_rounds)].completion.mean);
  for (const ButterflyStudyRow& row : rows) CHECK(best.completion.mean <= row.completion.mean);
  CHECK(rows.front().completion.mean > 2 * best.completion.mean);
}

TEST_CASE("Jitter figure: noise is absorbed up to the last size before the first with twice the quiet time") {
  JitterFigure figure(dense(200'000'000));
  const double last = figure.absorbs_up_to(0);
  REQUIRE(last > JitterFigure::kLeastDimensions);
  REQUIRE(last < 16);
  CHECK(figure.best_row(static_cast<int>(last), 0).slowdown() < JitterFigure::kAbsorbed);
  CHECK(figure.best_row(static_cast<int>(last) + 1, 0).slowdown() >= JitterFigure::kAbsorbed);
  ButterflyStudyConfig all_noise = dense(200'000'000);
  all_noise.butterfly.shape.final_rounds = 0;
  all_noise.butterfly.reading = NoiseReading::kProcessor;
  CHECK(JitterFigure(all_noise).absorbs_up_to(0) == JitterFigure::kLeastDimensions - 1);
}

}  // namespace
}  // namespace tactus
