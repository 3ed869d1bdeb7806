#pragma once

#include <optional>
#include <vector>

#include "tlm_models/traffic/phase_schedule/phase_schedule.h"

namespace tactus {

/// Finds the shortest period with which messages can run together, that stands `network.lateness` and
/// keeps to `network.room`. None if that takes more than `kMostSpareSlots` slots above the load. `messages` are not
/// empty and each has a link to go.
std::optional<PhaseGroup> find_phase_group(const PhaseNetwork& network, const std::vector<PhaseMessage>& messages,
                                           PhaseEffort effort);

inline constexpr int kMostSpareSlots = 8;

}  // namespace tactus
