#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tlm_models/node/butterfly/butterfly_study.h"

namespace tactus {

/// Figure 3 of the jitter paper: mean time of butterfly allreduces under noise by number of processes, for each number
/// of redundant rounds in the middle. What is asked for is run when it is first asked for, and kept.
class JitterFigure {
 public:
  /// `base` has everything but the numbers of processes and of middle rounds; it is free of faults for 2 to 2^20.
  explicit JitterFigure(ButterflyStudyConfig base);

  /// The paper's evaluation: its costs and noise, at most 20 final rounds, 100 repetitions.
  static ButterflyStudyConfig paper_study();

  /// Rows for 0 to all final rounds, of 2^dimensions processes.
  const std::vector<ButterflyStudyRow>& rows(int dimensions, int middle_rounds);
  /// The number of final rounds with which the mean time is shortest.
  const ButterflyStudyRow& best_row(int dimensions, int middle_rounds);

  /// From this number of processes on, up to the paper's largest, `middle_rounds` do not absorb noise any more: the
  /// largest K <= 20 such that for it and all smaller ones, from 4, the best mean slow-down is below kAbsorbed.
  double absorbs_up_to(int middle_rounds);

  static constexpr int kLeastDimensions = 4;
  static constexpr int kMostDimensions = 20;
  /// Noise counts as absorbed if the mean time is less than twice that without noise; one event is some 50 times it.
  static constexpr double kAbsorbed = 2;

 private:
  ButterflyStudyConfig base_;
  std::map<std::pair<int, int>, std::vector<ButterflyStudyRow>> studies_;
};

}  // namespace tactus
