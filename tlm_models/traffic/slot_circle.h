#pragma once

#include <string>
#include <vector>

#include "tlm_models/traffic/rank_status.h"

namespace tactus {

/// A circle of ranks of which each waits for a receive slot that is held for a message of the next, in words and with a
/// newline at the end; empty if there is none.
std::string slot_circle(const std::vector<RankStatus>& ranks);

}  // namespace tactus
