#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "tlm_models/traffic/a2at_plan.h"
#include "tlm_models/traffic/phase_schedule/phase_schedule.h"

namespace tactus {

/// How messages that a program sends at the same time run: in groups, one after the other.
struct PhasePlan {
  static constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();

  std::vector<PhaseGroup> groups;
  int load = 0;         ///< packets that cross the busiest link if each message has one packet
  std::string refusal;  ///< why there are no groups; else empty

  /// Sum of the groups' periods, in cycles.
  [[nodiscard]] std::int64_t periods() const;
  /// Cycles by which that exceeds the load bound, for each packet of a message: what the schedule costs.
  [[nodiscard]] std::int64_t cost(const PhaseNetwork& network) const;
  /// Least lateness of any group, in cycles.
  [[nodiscard]] std::int64_t lateness() const;
};

/// The schedule of any messages that all nodes send at the same time: the groups that take the shortest time in all,
/// each with the shortest period that keeps `network.lateness`. At most kMaxNics messages, each with a link to go.
/// Refused if the sum of the periods is above `most` cycles, which is sooner told than the sum.
PhasePlan plan_phases(const PhaseNetwork& network, const std::vector<PhaseMessage>& messages,
                      PhaseEffort effort = PhaseEffort::kSturdy, std::int64_t most = PhasePlan::kNoLimit);

/// Messages of one sequence of `a2at_plan`, or of any offsets from all nodes. With signed ties a message that
/// alternates is two, each from half of the nodes.
std::vector<PhaseMessage> phase_messages(const PhaseNetwork& network, const A2atSequence& sequence);

/// Schedule of each sequence of `a2at_plan`.
std::vector<PhasePlan> plan_a2at_phases(const PhaseNetwork& network);

}  // namespace tactus
