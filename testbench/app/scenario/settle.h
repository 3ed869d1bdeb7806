#pragma once

#include <functional>
#include <set>
#include <string>

#include "testbench/app/scenario/machine_kind.h"
#include "testbench/app/scenario/scenario.h"
#include "testbench/app/scenario/scenario_entries.h"

namespace tactus {

/// The keys of one source, and what they say by themselves.
struct ScenarioSource {
  ScenarioEntries entries;
  Scenario scenario;          ///< defaults where the source says nothing
  std::set<std::string> bad;  ///< keys whose values could not be read
};

/// The same of keys that do not belong to a kind of network or node, as `settle_workload` of algorithms. Answers the
/// kind that holds in the end.
MachineKind settle_machine(ScenarioSource& file, const ScenarioSource& options, DiagnosticList& diagnostics);

/// The clock in whose cycles a key's value is kept; above 0.
Clock clock_of(const std::string& key, const Scenario& scenario);

/// Two ways to say how fast links are.
inline constexpr char kClockKey[] = "clock";
inline constexpr char kLinkRateKey[] = "link.bandwidth";
/// If an option gives one of them, the file's other one no longer holds.
void settle_link_rate(ScenarioSource& file, const ScenarioSource& options);
/// The one that `entries` do not give follows from the other.
void complete_link_rate(const ScenarioEntries& entries, MachineConfig& machine);

/// Puts on the list the keys of each source that do not belong to the algorithm it stands under, and takes keys out
/// of the file that do not belong to an algorithm chosen by an option: options win over the file, and contradictions
/// count only within one source.
void settle_workload(ScenarioSource& file, const ScenarioSource& options, DiagnosticList& diagnostics);

/// What the keys of pacing come to.
struct PacingChoice {
  PaceMode mode = PaceMode::kOff;
  bool per_sequence = false;  ///< `pacing.sequence_bias` holds in place of `pacing.bias`

  /// Takes out of `scenario` what does not hold.
  void apply_to(Scenario& scenario) const;
};
/// The choice of the options if they set any key of pacing, else that of the file. Keys that contradict each other
/// within one source are put on the list.
PacingChoice settle_pacing(const ScenarioSource& file, const ScenarioSource& options, DiagnosticList& diagnostics);

/// Puts on the list the keys of noise that contradict the kind of noise under which they stand: within one source, or
/// of an option the kind that holds in the end. Without a kind anywhere every one of them is a fault.
void settle_noise(const ScenarioSource& file, const ScenarioSource& options, DiagnosticList& diagnostics);

/// Keeps defaults that are times in cycles of the clock that `clock_of` gives for a key.
void take_time_defaults(ScenarioSource& whole, const std::function<Clock(const std::string&)>& clock_of);

/// Messages in a torus that have datatypes get the size of their data, unless a size is given beside these in one
/// source or by an option.
void settle_message_size(const ScenarioSource& file, const ScenarioSource& options, ScenarioSource& whole);

}  // namespace tactus
