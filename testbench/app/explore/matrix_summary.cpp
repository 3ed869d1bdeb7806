#include "testbench/app/explore/matrix_summary.h"

#include <cmath>

#include "tlm_models/common/sample_summary.h"

namespace tactus {
namespace {

constexpr double kNear = 1.1;

}  // namespace

Estimate estimate(const std::vector<double>& by_seed) {
  const SampleSummary summary = summarise(by_seed);
  return {summary.mean, summary.confidence};
}

std::optional<MatrixSummary> summarise_matrix(const std::vector<std::vector<double>>& ratios, Worst worst) {
  MatrixSummary matrix;
  std::vector<double> sums;
  std::vector<double> logarithms;
  for (std::size_t column = 0; column < ratios.size(); ++column) {
    const std::vector<double>& seeds = ratios[column];
    if (seeds.empty()) continue;
    if (matrix.columns == 0) {
      sums.resize(seeds.size());
      logarithms.resize(seeds.size());
    }
    if (seeds.size() != sums.size()) return std::nullopt;
    for (std::size_t seed = 0; seed < seeds.size(); ++seed) {
      sums[seed] += seeds[seed];
      logarithms[seed] += std::log(seeds[seed]);
    }
    const Estimate here = estimate(seeds);
    const bool worse = worst == Worst::kLargest ? here.mean > matrix.worst.mean : here.mean < matrix.worst.mean;
    if (matrix.columns == 0 || worse) {
      matrix.worst = here;
      matrix.worst_column = column;
    }
    if (here.mean <= kNear) ++matrix.near;
    ++matrix.columns;
  }
  if (matrix.columns == 0) return std::nullopt;
  for (std::size_t seed = 0; seed < sums.size(); ++seed) {
    sums[seed] /= static_cast<double>(matrix.columns);
    logarithms[seed] = std::exp(logarithms[seed] / static_cast<double>(matrix.columns));
  }
  matrix.mean = estimate(sums);
  matrix.geometric = estimate(logarithms);
  return matrix;
}

}  // namespace tactus
