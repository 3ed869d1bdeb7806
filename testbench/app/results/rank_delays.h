#pragma once

#include <optional>
#include <vector>

#include "hw/common/units.h"
#include "testbench/app/attribution/focus_summary.h"
#include "tlm_models/traffic/rank_map.h"

namespace tactus {

/// Time of a rank, and where it runs.
struct RankDelay {
  int rank = 0;
  std::vector<int> node;  ///< coordinates
  double time_s = 0;
};
/// Makes the five delays that are longest, longest first; of equals by rank. `times`: by rank.
std::vector<RankDelay> longest_delays(const std::vector<Picoseconds>& times, const RankMap& map);

/// Time that noise has taken from the ranks: by how much it has put off their own work. Simulated seconds.
struct NoiseSummary {
  double stolen_s = 0;             ///< from all ranks together
  double mean_stolen_s = 0;        ///< from a rank
  double max_stolen_s = 0;         ///< from the rank that lost most
  std::vector<RankDelay> ranks{};  ///< that lost most
};
/// Makes the summary of the time that has been taken from each rank; there is one.
NoiseSummary summarise(const std::vector<Picoseconds>& stolen, const RankMap& map);

/// Programs that began late, by imbalance or because their jobs did. Simulated seconds.
struct LateStartSummary {
  double mean_s = 0;  ///< over all ranks
  double max_s = 0;
  std::vector<RankDelay> ranks{};  ///< that began last
};
/// Makes the summary of the time at which each rank began; nothing if all began at 0.
std::optional<LateStartSummary> summarise_starts(const std::vector<Picoseconds>& begun, const RankMap& map);

/// Fills in the delays of the ranks on the nodes of `focus`. `stolen` and `begun`: by rank, or empty.
void add_delays(const std::vector<Picoseconds>& stolen, const std::vector<Picoseconds>& begun, const RankMap& map,
                FocusSummary& focus);

}  // namespace tactus
