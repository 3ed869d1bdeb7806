#include "tlm_models/common/sample_summary.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tactus {
namespace {

/// Value of nearest rank: the smallest one that `percent` % of the sorted sample do not exceed.
double percentile(const std::vector<double>& sorted, std::size_t percent) {
  const std::size_t rank = (sorted.size() * percent + 99) / 100;
  return sorted[std::max<std::size_t>(rank, 1) - 1];
}

}  // namespace

double student_t_95(std::size_t freedom) {
  constexpr std::array kFew = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306};
  if (freedom <= kFew.size()) return kFew[freedom - 1];
  // Cornish-Fisher expansion about the normal quantile (Abramowitz and Stegun 26.7.5): within 0.001 from here on.
  const double z = 1.959964;
  const double z3 = z * z * z;
  const double z5 = z3 * z * z;
  const double z7 = z5 * z * z;
  const auto n = static_cast<double>(freedom);
  return z + (z3 + z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n) +
         (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * n * n * n);
}

SampleSummary summarise(std::vector<double> sample) {
  std::sort(sample.begin(), sample.end());
  SampleSummary summary;
  summary.count = sample.size();
  summary.min = sample.front();
  summary.max = sample.back();
  summary.p50 = percentile(sample, 50);
  summary.p95 = percentile(sample, 95);
  summary.p99 = percentile(sample, 99);
  const auto count = static_cast<double>(sample.size());
  double sum = 0;
  for (const double value : sample) sum += value;
  summary.mean = sum / count;
  if (summary.min == summary.max) {  // of which rounding would make others
    summary.mean = summary.min;
    return summary;
  }
  double squares = 0;
  for (const double value : sample) squares += (value - summary.mean) * (value - summary.mean);
  summary.confidence = student_t_95(sample.size() - 1) * std::sqrt(squares / (count - 1) / count);
  return summary;
}

}  // namespace tactus
