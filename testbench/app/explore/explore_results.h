#pragma once

#include <optional>
#include <string>
#include <vector>

#include "testbench/app/explore/explore_plan.h"
#include "testbench/app/explore/matrix_summary.h"
#include "testbench/app/sweep/sweep_table.h"

namespace tactus {

/// Outcome of a cell of the matrix.
struct CellResult {
  int exit_status = 0;          ///< worst of its runs
  std::string tuned;            ///< setting of the grid that is best, "pacing.bias=1.25"; empty without a grid
  bool at_end = false;          ///< it is the first or the last of the grid, so that a better one may lie beyond
  std::size_t first_point = 0;  ///< first run with the best value; others follow
  std::vector<double> seconds;  ///< by seed, with the best value of the grid; empty if a run failed or none was
  std::vector<double> gain;     ///< by seed: baseline's time / this time; empty if one of them is missing
  std::vector<double> regret;   ///< by seed: this time / reference's time; empty if one of them is missing
};

/// Registers of NICs that software writes for a message: means over the runs of a design, of a grid those with its best
/// values. Nothing if a run does not tell them.
struct SoftwareCost {
  std::optional<double> writes;         ///< in all
  std::optional<double> pacing_writes;  ///< registers of pacer and injection control
};

/// Outcome of an exploration whose runs have all ended.
struct ExploreResults {
  std::vector<CellResult> cells;                   ///< as the plan has them
  std::vector<std::optional<MatrixSummary>> gain;  ///< by design
  std::vector<std::optional<MatrixSummary>> regret;
  std::vector<SoftwareCost> software;  ///< by design

  /// Every cell of the design has its gain and its regret.
  [[nodiscard]] bool is_whole(const ExplorePlan& plan, std::size_t design) const;
};

/// Gathers the runs of `table`. The value of a grid that counts is the one with the least mean time over the seeds, the
/// first of equals: chosen for each machine, workload and disturbance by itself.
ExploreResults gather(const ExplorePlan& plan, const SweepTable& table);

}  // namespace tactus
