#include "testbench/app/validate/jitter_figure.h"

#include <algorithm>

namespace tactus {

JitterFigure::JitterFigure(ButterflyStudyConfig base) : base_(std::move(base)) {}

ButterflyStudyConfig JitterFigure::paper_study() {
  constexpr int kFinalRounds = 20;
  ButterflyStudyConfig study;
  study.butterfly.shape.final_rounds = kFinalRounds;
  study.butterfly.noise.kind = NoiseKind::kPeriodic;
  return study;
}

const std::vector<ButterflyStudyRow>& JitterFigure::rows(int dimensions, int middle_rounds) {
  const auto [place, is_new] = studies_.try_emplace({dimensions, middle_rounds});
  if (is_new) {
    ButterflyStudyConfig study = base_;
    study.butterfly.shape.dimensions = dimensions;
    study.butterfly.shape.middle_rounds = middle_rounds;
    place->second = run_study(study);
  }
  return place->second;
}

const ButterflyStudyRow& JitterFigure::best_row(int dimensions, int middle_rounds) {
  const std::vector<ButterflyStudyRow>& all = rows(dimensions, middle_rounds);
  return *std::min_element(all.begin(), all.end(), [](const ButterflyStudyRow& a, const ButterflyStudyRow& b) {
    return a.completion.mean < b.completion.mean;
  });
}

double JitterFigure::absorbs_up_to(int middle_rounds) {
  int dimensions = kLeastDimensions;
  while (dimensions <= kMostDimensions && best_row(dimensions, middle_rounds).slowdown() < kAbsorbed) ++dimensions;
  return dimensions - 1;
}

}  // namespace tactus
