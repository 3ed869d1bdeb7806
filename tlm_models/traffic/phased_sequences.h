#pragma once

#include <cstdint>
#include <vector>

#include "hw/common/nic_config.h"
#include "tlm_models/traffic/a2at_plan.h"

namespace tactus {

/// Sequences of an exchange by a schedule of phases: what a program sends, and what its node writes to the pacers.
struct PhasedSequences {
  /// Slots of the message of one engine in one sequence, by node.
  using ByNode = std::vector<PaceSlots>;

  std::vector<A2atSequence> sequences;     ///< in place of those of `a2at_plan`
  std::vector<std::vector<ByNode>> slots;  ///< by sequence and engine; none for sequences that are not run
  std::uint64_t end = 0;                   ///< value of the counter at which the last slot is over
  double cost = 0;                         ///< sum of the periods, as a part of what the loads alone would take
};

}  // namespace tactus
