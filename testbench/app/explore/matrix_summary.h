#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace tactus {

/// A mean with half of the width of its 95 % confidence interval; 0 of one seed.
struct Estimate {
  double mean = 0;
  double confidence = 0;
};

/// Ratios of one design over the columns of the matrix.
struct MatrixSummary {
  std::size_t columns = 0;       ///< that have ratios
  Estimate mean;                 ///< arithmetic, over the columns
  Estimate geometric;            ///< geometric mean over the columns
  Estimate worst;                ///< ratio of the worst column
  std::size_t worst_column = 0;  ///< number of the column whose mean ratio is worst, the first of equals
  std::size_t near = 0;          ///< columns whose mean ratio is at most 1.1
};

/// Ratio that is worst: the largest of times to better times, or the least of gains.
enum class Worst { kLargest, kLeast };

/// Mean of the ratios of one column over its seeds.
Estimate estimate(const std::vector<double>& by_seed);

/// Summary of `ratios`, by column and seed; a column without ratios is left out. Nothing if no column has any, or if
/// columns differ in their seeds.
///
/// The matrix is what the user asked about, and only seeds are drawn from a population. So the intervals of mean and
/// geometric mean are Student's over the seeds, each of which gives one mean over all columns.
std::optional<MatrixSummary> summarise_matrix(const std::vector<std::vector<double>>& ratios, Worst worst);

}  // namespace tactus
