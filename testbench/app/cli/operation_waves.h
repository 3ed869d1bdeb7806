#pragma once

#include <optional>
#include <string>
#include <vector>

#include "testbench/app/results/wave_trigger.h"
#include "testbench/app/run/level.h"
#include "testbench/app/scenario/scenario.h"

namespace tactus {

/// A run whose waves are to show a packet or an operation.
struct WavesRequest {
  WavesAround around;                  ///< event that `is_looked_up`
  std::vector<std::string> overrides;  ///< texts behind `--set`; keys that they set stay as they are
  std::optional<Level> level;          ///< if nothing: packet, if the scenario can be executed there
};

/// Run that shows it.
struct AimedWaves {
  Scenario scenario;   ///< records the nodes that it is about, which at packet level are on pins
  WavesAround around;  ///< the cycle
  Level level = Level::kPacket;
};

/// Finds the cycle and the nodes of the event: of a packet its injection and the nodes on its way, of the slowest
/// packet its longest wait and these nodes, of a send or receive the longest wait of its message's slowest packet, of
/// other operations their begin. It runs the scenario once. Nothing if there is none, or it cannot be recorded; the
/// reason is then on the terminal. Throws ModelViolation.
std::optional<AimedWaves> aim_waves(const Scenario& scenario, const WavesRequest& request);

/// The operation that `around` names by its rank and number, or by its line, or why there is none: nearest ones are
/// named. `place.rank` is -1 then.
struct NamedOperation {
  int rank = -1;
  std::uint32_t number = 0;
  std::string fault{};
};
NamedOperation find_operation(const Schedule& schedule, const WavesAround& around);

}  // namespace tactus
