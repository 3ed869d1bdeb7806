#pragma once

#include <cstdio>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <variant>
#include <vector>

#include "testbench/app/scenario/diagnostic.h"
#include "testbench/app/sweep/sweep_plan.h"
#include "testbench/app/validate/paper.h"

namespace tactus {

/// How a validation is executed.
struct ValidationOptions {
  std::filesystem::path folder;   ///< gets one folder per set of runs
  bool full = false;              ///< also the sets that take long
  std::string only;               ///< claims that have this in their text or source; empty: all
  std::size_t jobs = 1;           ///< processes, or threads, at the same time
  std::FILE* terminal = nullptr;  ///< on which to show progress; null for none
};

/// Outcome of one claim.
struct ClaimRow {
  enum class Verdict { kHolds, kDoesNotHold, kNotRun };

  const Claim* claim = nullptr;
  Verdict verdict = Verdict::kNotRun;
  std::vector<double> measured;  ///< the numbers of the claim; none if nothing was or could be measured
  std::string trouble;           ///< why nothing could be measured, although it was run
};

/// Outcome of a claim by `measurements`.
ClaimRow measure(const Claim& claim, const Measurements& measurements);

/// The points of `plan`, which has an axis, by the value of its last one, in the order in which these come.
std::vector<std::vector<SweepPoint>> steps_of(const SweepPlan& plan);

/// Runs what the claims of `paper` need and has no result yet, and measures. Answers one row per chosen claim, in the
/// order of the paper, or what is wrong with the scenarios. `paper` must outlive the rows.
std::variant<std::vector<ClaimRow>, std::vector<Diagnostic>> validate_paper(const Paper& paper,
                                                                            const ValidationOptions& options);

/// The rows as a table for a person, under the paper's title, with a line that counts the verdicts.
std::string validation_text(const Paper& paper, const std::vector<ClaimRow>& rows);

/// One object per row: paper, claim, source, expected, measured, unit, tolerance, holds. `expected` is a number, or a
/// text for a bound; `measured` is null where there is none, `holds` where nothing was run.
nlohmann::ordered_json validation_json(const Paper& paper, const std::vector<ClaimRow>& rows);

}  // namespace tactus
