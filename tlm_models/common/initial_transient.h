#pragma once

#include <cstddef>
#include <vector>

namespace tactus {

/// How the beginning of a series shifts its mean.
struct InitialTransient {
  std::size_t length =
      0;  ///< values at the beginning that are unlike the rest, at most half of all; 0 if there are none
  bool throughout = false;  ///< half of them: there may be no rest that is steady
  double shift = 0;         ///< mean of all values minus that of the rest, as a share of the former
};

/// Looks for a transient at the beginning of a series of batch means.
///
/// It ends where the confidence interval of the mean of the rest is narrowest (marginal confidence rule, MSER: K. P.
/// White, An effective truncation heuristic for bias reduction in simulation output, Simulation 69, 1997). It counts
/// only if it shifts the mean by more than half of the width of that 95 % interval, and by more than the share
/// `tolerance`. Of fewer than 8 values nothing is said.
InitialTransient initial_transient(const std::vector<double>& series, double tolerance);

}  // namespace tactus
