#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hw/common/policy.h"
#include "testbench/app/run/execution.h"
#include "testbench/app/run/level.h"
#include "testbench/app/run/run_estimate.h"

namespace tactus {

/// Registration of a kind of machine (`network.kind`) for running, in testbench/app/kinds/<kind>/<kind>_kind.cpp: all
/// that the program has to know of it besides its keys and their checks, which are registered as MachineRules.
struct MachineKind : Policy {
  /// Keys that `level` cannot execute as they are meant; empty if it can execute `scenario`.
  std::vector<KeyFault> (*level_faults)(Level level, const Scenario& scenario) = nullptr;
  /// Elaborates the machine of `scenario`, which `options.level` can execute and which must outlive it, as `observer`
  /// of the ranks must. SystemC allows one machine of pins or packets per process.
  std::unique_ptr<Execution> (*execution)(const Scenario& scenario, const ExecutionOptions& options,
                                          TrafficObserver& observer) = nullptr;
  /// Names of the files that a run leaves behind besides its result, waves apart.
  std::vector<std::string> (*files)(const Scenario& scenario, Level level) = nullptr;
  /// A lower bound of the simulated time.
  LeastTime (*least_time)(const Scenario& scenario) = nullptr;
  /// Why a run at `level` has no waves; empty if it has.
  std::string (*no_waves)(const Scenario& scenario, Level level) = nullptr;
  /// Why waves cannot be recorded around an event; empty if they can. Null: they can be around all events.
  std::string (*no_event)(const WavesAround& around) = nullptr;
  Level default_level = Level::kCycle;  ///< level of a run if nobody says another
  /// Ranks or sources on nodes send each other messages through a network. Other machines have software of their own,
  /// without sequences, and no packets or flows that latencies could be split of.
  bool has_network = false;
  /// A run tells which resources limited it, without attribution of latencies.
  bool tells_limits = false;
};

struct MachineKindKind {
  static constexpr char kName[] = "kind of machine";
  using Policy = MachineKind;
};

inline const MachineKind& machine_kind(const Scenario& scenario) {
  return policy(PolicyName<MachineKindKind>(scenario.network.kind.name()));
}

}  // namespace tactus
