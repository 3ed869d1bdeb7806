#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "testbench/app/explore/explore_file.h"
#include "testbench/app/sweep/sweep_plan.h"

namespace tactus {

/// Request for an exploration.
struct ExploreRequest {
  std::string file;                    ///< path
  std::vector<std::string> overrides;  ///< texts behind `--set`, for all runs
  std::optional<Level> level;          ///< in place of the file's
  std::optional<std::size_t> seeds;    ///< in place of the file's
};

/// One place of the matrix: a design on a machine, with a workload, under a disturbance.
struct ExploreCell {
  std::size_t design = 0;
  std::size_t machine = 0;
  std::size_t workload = 0;
  std::size_t disturbance = 0;
  std::string refused;              ///< why it has no runs; empty if it has
  std::vector<std::size_t> points;  ///< first run of each value of the design's grid, or its only one: others follow
  std::string network;              ///< "5x5"
  std::string pacing_mode;
  std::string control;
  int window = 0;
};

/// All runs of an exploration, and the places of the matrix that they belong to.
struct ExplorePlan {
  ExploreFile file;
  SweepPlan sweep;
  /// In the order of designs, machines, workloads and disturbances, the last varying fastest.
  std::vector<ExploreCell> cells;

  /// Number of the cell with these coordinates.
  [[nodiscard]] std::size_t cell(std::size_t design, std::size_t column) const { return design * columns() + column; }
  /// Machines x workloads x disturbances.
  [[nodiscard]] std::size_t columns() const;
};

inline constexpr std::size_t kMostExploreRuns = 100'000;

/// Makes the plan and checks the scenario of every run, or answers everything that is wrong, each fault once, at its
/// place in the file of the exploration.
std::variant<ExplorePlan, std::vector<Diagnostic>> plan_exploration(const ExploreRequest& request);

}  // namespace tactus
