#pragma once

#include <cstddef>
#include <vector>

#include "hw/common/machine_config.h"
#include "tlm_models/traffic/rank_map.h"
#include "tlm_models/traffic/schedule.h"

namespace tactus {

/// Messages of `schedule`, which has been matched, that receives from any rank cannot take on `machine`, which has no
/// faults: those from within the receiver's node, and the second of a sender if it can overtake the first on its way.
/// `ranks` are ranks of the machine, by the schedule's own; empty: they are the same. At most `limit` faults.
std::vector<ScheduleFault> group_faults(const Schedule& schedule, const std::vector<int>& ranks, const RankMap& map,
                                        const MachineConfig& machine, std::size_t limit);

}  // namespace tactus
