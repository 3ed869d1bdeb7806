#pragma once

#include <string>

#include "hw/router/dateline.h"
#include "hw/router/nomination_policy.h"
#include "hw/router/tie_break.h"
#include "tlm_models/traffic/placement.h"

namespace tactus {

/// The fault of a policy that is one function without a state, tried with arguments from everywhere; empty if none was
/// found. `rank` and `goes_minus` answer alike when they are asked twice, and ranks keep their order when all requests
/// come later; a class is 0 or 1; a placement has every processor once.
std::string fault_of_tries(const NominationPolicy& policy);
std::string fault_of_tries(const TieBreakPolicy& policy);
std::string fault_of_tries(const DatelinePolicy& policy);
std::string fault_of_tries(const PlacementPolicy& policy);

}  // namespace tactus
