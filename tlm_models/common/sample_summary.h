#pragma once

#include <cstddef>
#include <vector>

namespace tactus {

/// Estimates that a sample gives of the population it was drawn from. All in the unit of the sample.
struct SampleSummary {
  std::size_t count = 0;
  double mean = 0;
  /// Half of the width of the 95 % confidence interval of the mean: Student's t times the standard error. Of one
  /// value, and where all are equal, 0.
  double confidence = 0;
  double min = 0;
  double p50 = 0;  ///< percentiles by nearest rank: values that occur
  double p95 = 0;
  double p99 = 0;
  double max = 0;
};

/// Summary of what is in `sample`; it is not empty.
SampleSummary summarise(std::vector<double> sample);

/// The number that a Student-t variable of `freedom` >= 1 degrees exceeds in absolute value in 5 % of all cases.
double student_t_95(std::size_t freedom);

}  // namespace tactus
