#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "testbench/app/run/level.h"
#include "testbench/app/scenario/scenario.h"
#include "testbench/app/sweep/sweep_plan.h"
#include "testbench/app/tune/butterfly_tuning.h"

namespace tactus {

/// Request for a search for the redundant rounds of a scenario's butterfly.
struct ButterflySearchRequest {
  std::string scenario;                ///< path
  std::vector<std::string> overrides;  ///< texts behind `--set`
  std::optional<Level> level;          ///< where the rounds are messages; nothing: the recursion
  /// Numbers of processes besides the scenario's own, as exponents of 2; of the recursion only.
  std::vector<int> dimensions;
  int middle_rounds = 2;            ///< most that are tried
  std::vector<int> positions;       ///< positions of rounds in the middle; empty: after every round but the last
  std::optional<int> final_rounds;  ///< most that are tried; nothing: 20 by the recursion (as the paper), 4 at a level
  std::optional<int> repetitions;   ///< nothing: 100 by the recursion, 20 at a level
  std::optional<NoiseReading> reading;  ///< reading of noise by the recursion only; nothing: as the paper
};

/// Runs of one part of a search at a level.
struct ButterflySweep {
  std::string name;  ///< name of its folder
  bool quiet = false;
  SweepPlan plan;
};

/// A search before it runs.
struct ButterflySearch {
  Scenario scenario;                          ///< the one that is tuned
  std::vector<ButterflyTuneRequest> studies;  ///< one for each number of processes, ascending; none at a level
  std::vector<ButterflySweep> sweeps;         ///< none by the recursion
  std::optional<double> bound;                ///< ButterflyTuning::bound of the sweeps, if all ranks have noise
};

/// Makes the plan and checks all of it, or answers everything that is wrong, with its place.
std::variant<ButterflySearch, std::vector<Diagnostic>> plan_butterfly_search(const ButterflySearchRequest& request);

/// Reads the results of all points of `sweeps`, which a SweepRunner has put in folders of their names in `folder`: the
/// time of one butterfly, from the first rank's beginning to the last one's end. Throws std::runtime_error if one is
/// missing.
std::vector<ButterflyChoice> butterfly_choices(const std::vector<ButterflySweep>& sweeps,
                                               const std::filesystem::path& folder);

}  // namespace tactus
