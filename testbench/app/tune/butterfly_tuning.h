#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tlm_models/node/butterfly/butterfly_study.h"

namespace tactus {

/// A search for the redundant rounds of a butterfly: how many in the middle, after which round, and how many at the
/// end.
struct ButterflyTuneRequest {
  /// Everything but the redundant rounds, which are searched: `shape.final_rounds` is the most that are tried.
  ButterflyStudyConfig study;
  std::vector<int> middle_rounds = {0, 1, 2};
  std::vector<int> middle_positions;  ///< empty: after every round but the last
};

/// Every fault of `request`; empty if it can be searched.
std::vector<ConfigFault> validate(const ButterflyTuneRequest& request);

/// One butterfly that was tried.
struct ButterflyChoice {
  int middle_rounds = 0;
  int middle_position = 0;  ///< 0 if there are no rounds in the middle
  int final_rounds = 0;
  Picoseconds quiet;          ///< its time without noise
  std::vector<double> times;  ///< under noise, by repetition: until every process has the result, ps
  SampleSummary completion;   ///< summary of `times`

  [[nodiscard]] int redundant_rounds() const { return middle_rounds + final_rounds; }
  /// Times as long as without noise, mean.
  [[nodiscard]] double slowdown() const { return completion.mean / static_cast<double>(quiet.count()); }
};

/// Result of a search.
struct ButterflyTuning {
  ButterflyChoice plain;       ///< no redundant rounds
  ButterflyChoice final_only;  ///< the best without rounds in the middle
  ButterflyChoice best;
  /// Before that none ends under the same noise, whatever its redundant rounds: `butterfly_bound`, mean over the
  /// repetitions, ps. Nothing where noise does not take processors.
  std::optional<double> bound;

  /// Cost of `best` without noise: its time, of that of `plain`, less 1. Its messages are more by redundant rounds /
  /// dimensions.
  [[nodiscard]] double quiet_cost() const;
  /// How many times as fast as the plain butterfly `best` is under noise, in the mean.
  [[nodiscard]] double gain() const { return plain.completion.mean / best.completion.mean; }
};

/// Called after each study: how many of how many are done.
using StudiesDone = std::function<void(std::size_t, std::size_t)>;

/// Tries every combination, all under the same noise. `request` is free of faults. First in the order of middle
/// rounds, then of positions, then of final rounds.
std::vector<ButterflyChoice> try_butterflies(const ButterflyTuneRequest& request, const StudiesDone& done = {});

/// The cheapest of the choices that are as good as the best: fewest redundant rounds among those whose mean cannot be
/// told from the least; then the least mean. It can if it is farther above than half the 95 % confidence interval of
/// the least mean, or than that of the mean difference, repetition by repetition, for all have the same noise. Means of
/// rare events differ by single ones: without that margin the winner is the luckiest. `choices` is not empty, and all
/// have equally many repetitions.
ButterflyChoice best_choice(const std::vector<ButterflyChoice>& choices);

/// Plain, best with final rounds only, and best of all `choices`, among which is the one without redundant rounds.
ButterflyTuning butterfly_tuning(const std::vector<ButterflyChoice>& choices);

/// The mean `butterfly_bound` under the noise of `seeds`, ps.
double mean_bound(const ButterflyConfig& config, const std::vector<std::uint64_t>& seeds);

/// The tuning of what `try_butterflies` finds. `request` is free of faults; it is searched without rounds in the middle
/// too, whether it asks for that or not.
ButterflyTuning tune_butterfly(ButterflyTuneRequest request, const StudiesDone& done = {});

/// Butterflies of 2^dimensions processes, tuned.
struct TunedButterfly {
  int dimensions = 0;
  ButterflyTuning tuning;
};

/// Results of a search as JSON text: a list of objects, times in seconds.
std::string butterfly_tuning_json(const std::vector<TunedButterfly>& tuned);

/// A table for a person: plain, final only and best for each number of processes, with rounds, times and slow-down.
std::string butterfly_tuning_text(const std::vector<TunedButterfly>& tuned);

}  // namespace tactus
