#pragma once

#include <string>
#include <vector>

#include "tlm_models/traffic/phase_schedule/phase_plan.h"

namespace tactus {

inline PhaseNetwork phase_torus(const NetworkShape& shape, PhaseTies ties = PhaseTies::kSigned) {
  PhaseNetwork network;
  network.shape = shape;
  network.ties = ties;
  return network;
}

/// All groups of all sequences, in order; a sequence that is refused fails the test.
inline std::vector<PhaseGroup> groups_of(const PhaseNetwork& network, const std::vector<A2atSequence>& sequences) {
  std::vector<PhaseGroup> groups;
  for (const A2atSequence& sequence : sequences) {
    const PhasePlan plan = plan_phases(network, phase_messages(network, sequence));
    CAPTURE(network.shape.text(), network.shape.text(sequence.offsets[0]));
    REQUIRE(plan.refusal.empty());
    groups.insert(groups.end(), plan.groups.begin(), plan.groups.end());
  }
  return groups;
}

/// The group of these messages, which run at the same time.
inline PhaseGroup one_group(const PhaseNetwork& network, const std::vector<Coordinate>& offsets) {
  std::vector<PhaseMessage> messages;
  for (const Coordinate offset : offsets) messages.push_back({static_cast<int>(messages.size()), offset});
  const PhasePlan plan = plan_phases(network, messages);
  REQUIRE(plan.groups.size() == 1);
  return plan.groups.front();
}

}  // namespace tactus
