#pragma once

#include <cstdint>
#include <vector>

#include "testbench/app/scenario/diagnostic.h"

namespace tactus {

struct Scenario;

/// How a machine is executed: the same machine at every level.
enum class Level : std::uint8_t { kCycle, kPacket, kFlow };

const char* to_string(Level level);

/// At which level a run is executed if nobody says another: cycle, if it has such a machine, otherwise packet.
Level default_level(const Scenario& scenario);

/// Keys that `level` cannot execute as they are meant; empty if it can execute `scenario`.
std::vector<KeyFault> level_faults(Level level, const Scenario& scenario);

}  // namespace tactus
