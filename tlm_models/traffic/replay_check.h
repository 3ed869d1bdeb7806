#pragma once

#include <vector>

#include "tlm_models/traffic/rank_shape.h"
#include "tlm_models/traffic/workload_config.h"

namespace tactus {

/// Everything that keeps `messages` of at most `max_size` from being executed by the ranks of `shape`: ranks, sizes,
/// orders and dependencies that do not exist, and messages that wait for each other in a circle. Fields are
/// "messages[<index>]".
std::vector<ConfigFault> replay_faults(const std::vector<ReplayMessage>& messages, const RankShape& shape,
                                       Bytes max_size);

}  // namespace tactus
