#pragma once

#include <memory>
#include <vector>

#include "tlm_models/traffic/rank_shape.h"
#include "tlm_models/traffic/schedule.h"
#include "tlm_models/traffic/workload_config.h"

namespace tactus {

/// The operations by which the ranks of `shape` execute `messages` in their order, matched; their tags are indices into
/// the list. Messages of one source and order form a group: its rank waits for what the group depends on, starts the
/// group's messages, by one NIC after the other in the list's order, and waits until they have left. Receives that no
/// group waits for are posted at the end. `clock` is that of the delays. The list has no `replay_faults`. Reference:
/// docs/reference/algorithms.md, "replay".
std::shared_ptr<const Schedule> schedule_of(const std::vector<ReplayMessage>& messages, const RankShape& shape,
                                            Clock clock);

}  // namespace tactus
