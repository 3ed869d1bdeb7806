#include "tlm_models/common/initial_transient.h"

#include <cmath>

#include "tlm_models/common/sample_summary.h"

namespace tactus {
namespace {

constexpr std::size_t kFewest = 8;

SampleSummary without_first(std::size_t cut, const std::vector<double>& series) {
  return summarise({series.begin() + static_cast<std::ptrdiff_t>(cut), series.end()});
}

}  // namespace

InitialTransient initial_transient(const std::vector<double>& series, double tolerance) {
  if (series.size() < kFewest) return {};
  const std::size_t most = series.size() / 2;  // the rest has to say what is usual
  const SampleSummary all = without_first(0, series);
  SampleSummary rest = all;
  std::size_t length = 0;
  for (std::size_t cut = 1; cut <= most; ++cut) {
    const SampleSummary shorter = without_first(cut, series);
    if (shorter.confidence >= rest.confidence) continue;
    rest = shorter;
    length = cut;
  }
  const double shift = all.mean - rest.mean;
  if (std::abs(shift) <= rest.confidence || std::abs(shift) <= tolerance * std::abs(all.mean)) return {};
  return {length, length == most, shift / all.mean};
}

}  // namespace tactus
