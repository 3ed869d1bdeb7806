#pragma once

#include <string>
#include <vector>

#include "tlm_models/traffic/phase_schedule/phase_schedule.h"

namespace tactus {

/// Messages that all nodes send at the same time, for `plan_phases`.
struct PhasePattern {
  std::vector<PhaseMessage> messages;
  std::string refusal;  ///< why they have no schedule of phases; else empty
};

/// Takes for each engine the node that each node sends to: a ring, neighbours, a shift, any permutation. A schedule of
/// phases needs the same offset from all nodes; where one differs, `refusal` names it.
PhasePattern phase_pattern(const PhaseNetwork& network, const std::vector<std::vector<int>>& destinations);

}  // namespace tactus
