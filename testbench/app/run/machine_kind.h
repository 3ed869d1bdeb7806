#pragma once

#include <memory>
#include <string>
#include <vector>

#include "testbench/app/run/execution.h"
#include "testbench/app/run/level.h"
#include "testbench/app/run/run_estimate.h"

namespace tactus {

/// A kind of machine, `network.kind`: all that the program has to know of it besides its keys and their checks.
class MachineKind {
 public:
  virtual ~MachineKind() = default;

  /// Level of a run if nobody says another.
  [[nodiscard]] virtual Level default_level() const { return Level::kCycle; }
  /// Keys that `level` cannot execute as they are meant; empty if it can execute `scenario`.
  [[nodiscard]] virtual std::vector<KeyFault> level_faults(Level level, const Scenario& scenario) const = 0;
  /// As `make_execution`.
  [[nodiscard]] virtual std::unique_ptr<Execution> execution(const Scenario& scenario, const ExecutionOptions& options,
                                                             TrafficObserver& observer) const = 0;
  /// Names of the files that a run leaves behind besides its result, waves apart.
  [[nodiscard]] virtual std::vector<std::string> files(const Scenario& scenario, Level level) const = 0;
  /// A lower bound of the simulated time.
  [[nodiscard]] virtual LeastTime least_time(const Scenario& /*scenario*/) const { return {}; }
  /// Why a run at `level` has no waves; empty if it has.
  [[nodiscard]] virtual std::string no_waves(const Scenario& scenario, Level level) const = 0;
  /// Ranks or sources on nodes send each other messages through a network. Other machines have software of their own,
  /// without sequences, and no packets or flows that latencies could be split of.
  [[nodiscard]] virtual bool has_network() const { return false; }
};

const MachineKind& machine_kind(const Scenario& scenario);

// The kinds, each in its own source file.
const MachineKind& torus_kind();
const MachineKind& rails_kind();
const MachineKind& lone_node_kind();

}  // namespace tactus
