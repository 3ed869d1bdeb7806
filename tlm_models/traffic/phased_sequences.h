#pragma once

#include <cstdint>
#include <vector>

#include "hw/common/nic_config.h"
#include "tlm_models/traffic/a2at_plan.h"
#include "tlm_models/traffic/synchronisation/synchronisation_config.h"

namespace tactus {

/// Messages of a sequence that run together, with one period: as they are planned.
struct PhasedGroup {
  int sequence = 0;                 ///< from 1
  std::vector<Coordinate> offsets;  ///< signed as the routers go, one for each message
  int load = 0;                     ///< packets that cross the busiest link in a period
  int slots = 0;                    ///< in a period; at least the load
  std::int64_t slot = 0;            ///< cycles
  std::int64_t begin = 0;     ///< value of the counter before which no packet starts, by `PhasedSequences::begins`
  std::int64_t lateness = 0;  ///< most cycles by which packets may start late, so that no link changes its order
  std::int64_t early = 0;     ///< most cycles by which a packet can come early: room that it takes in buffers

  [[nodiscard]] std::int64_t period() const { return slots * slot; }
};

/// Sequences of an exchange by a schedule of phases: what a program sends, and what its node writes to the pacers.
struct PhasedSequences {
  /// Slots of the message of one engine in one sequence, by node.
  using ByNode = std::vector<PaceSlots>;

  std::vector<A2atSequence> sequences;  ///< in place of those of `a2at_plan`
  /// By sequence and engine, with `PaceSlots::begin` counted from the sequence's begin; none for sequences that are not
  /// run.
  std::vector<std::vector<ByNode>> slots;
  std::vector<std::int64_t> begins;  ///< value of the counter at which each sequence begins; 0 for those not run
  std::int64_t lead = 0;             ///< cycles from the last rank's entry to a barrier to the sequence after it
  /// With barriers after sequences: how ranks synchronise the counters of their nodes.
  SynchronisationConfig synchronisation;
  std::uint64_t end = 0;  ///< value of the counter at which the last slot is over, by `begins`

  // What the schedule costs, for those who read it.
  std::vector<PhasedGroup> groups;  ///< groups of the sequences that are run, in this order
  int packets = 0;                  ///< in each message
  std::int64_t packet = 0;          ///< cycles for which a packet occupies a link
  std::int64_t lateness = 0;        ///< cycles of tolerance and clock error that each group has to stand
};

}  // namespace tactus
