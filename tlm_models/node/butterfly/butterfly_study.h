#pragma once

#include <cstdint>
#include <vector>

#include "tlm_models/common/sample_summary.h"
#include "tlm_models/node/butterfly/butterfly_run.h"

namespace tactus {

/// Many repetitions of one butterfly, each with noise of its own.
struct ButterflyStudyConfig {
  ButterflyConfig butterfly;
  int repetitions = 100;
  std::uint64_t seed = 1;
  int threads = 1;  ///< each has memory for a run of its own, 16 B per process; the answer does not depend on it
};

/// Every fault of `config` and of its butterfly; empty if it can be run.
std::vector<ConfigFault> validate(const ButterflyStudyConfig& config);

/// The noise of each repetition is that of a source with this seed.
std::vector<std::uint64_t> repetition_seeds(const ButterflyStudyConfig& config);

/// Times of the repetitions with one number of final rounds.
struct ButterflyStudyRow {
  int final_rounds = 0;
  Picoseconds quiet;          ///< time of the same rounds without noise
  std::vector<double> times;  ///< by repetition: until every process has the result, ps
  SampleSummary completion;   ///< summary of `times`
  SampleSummary process;      ///< until a process has it, mean over processes, ps

  /// Times as long as without noise: until every process has the result, mean over repetitions.
  [[nodiscard]] double slowdown() const { return completion.mean / static_cast<double>(quiet.count()); }
};

/// Runs the repetitions; answers rows for 0 to all final rounds. `config` is free of faults. Repetition i has the same
/// noise whatever the rounds are, so that studies with one seed differ by their rounds and not by luck.
std::vector<ButterflyStudyRow> run_study(const ButterflyStudyConfig& config);

}  // namespace tactus
