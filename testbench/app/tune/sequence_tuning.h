#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "hw/common/nic_config.h"
#include "hw/common/units.h"
#include "testbench/app/scenario/scenario.h"
#include "testbench/app/sweep/sweep_plan.h"

namespace tactus {

/// Request for a tuning.
struct TuneRequest {
  std::string scenario;                  ///< path
  std::vector<std::string> overrides;    ///< texts behind `--set`
  std::string bias = "-3:3:0.125";       ///< candidates, as behind `--over pacing.bias=` (nsim, experiment 3)
  std::optional<std::string> imbalance;  ///< `workload.imbalance` while tuning; nothing: the scenario's
  std::optional<Level> level;            ///< nothing: packet if the machine allows it, else cycle
};

/// A tuning before it runs: every sequence of the scenario alone, with every candidate.
struct TunePlan {
  Scenario scenario;           ///< the one that is tuned
  std::vector<int> sequences;  ///< that it runs, by number from 1
  SweepPlan sweep;             ///< the points of the first sequence first
};

/// Makes the plan and checks every run of it, or answers everything that is wrong, with its place.
std::variant<TunePlan, std::vector<Diagnostic>> plan_tuning(const TuneRequest& request);

/// One sequence alone, with one bias.
struct TuneTrial {
  PacketEighths bias;
  Picoseconds time;             ///< from the first node's beginning to the last one's end
  double link_utilisation = 0;  ///< 0..1, of the average link in that time
};

/// The shortest trial; of equally short ones that whose bias is nearest to 0, and of two such the one below 0.
TuneTrial best_trial(const std::vector<TuneTrial>& trials);

/// Result of tuning one sequence.
struct TunedSequence {
  int sequence = 0;  ///< from 1
  int hops = 0;
  TuneTrial best;

  /// Time in which the average link carries the sequence's flits: what no schedule can beat, and what one without gaps
  /// needs if all links are loaded alike.
  [[nodiscard]] double ideal_seconds() const;
};

/// Reads the results of all points in `folder`, where a SweepRunner has put them. Throws std::runtime_error if one is
/// missing.
std::vector<TunedSequence> tuned_sequences(const TunePlan& plan, const std::filesystem::path& folder);

/// The scenario with the biases found, named by the file that it will be in. A sequence that was not tuned keeps the
/// bias that it had.
Scenario tuned_scenario(const Scenario& scenario, const std::vector<TunedSequence>& found);

/// Results of tuning as JSON text: a list of objects, times in seconds.
std::string tuning_json(const std::vector<TunedSequence>& found);

/// A table for a person: sequence, hops, best bias, time alone, share of the ideal; and their sum.
std::string tuning_text(const std::vector<TunedSequence>& found);

}  // namespace tactus
