#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tlm_models/traffic/phase_schedule/phase_schedule.h"

namespace tactus {

/// A way in which a schedule fails on a link.
enum class PhaseFaultKind {
  kOverlap,   ///< two packets are on the link at the same time
  kTooEarly,  ///< a packet would have to leave before it has come
  kOrder,     ///< a packet that finds holes can pass one that is late by `network.lateness`
  kRoom       ///< a packet can come earlier than buffers have room for
};

struct PhaseFault {
  PhaseFaultKind kind = PhaseFaultKind::kOverlap;
  Coordinate node;  ///< the link leaves it
  Direction direction = Direction::kPlusX;
  int engine = 0;           ///< NIC of the packet that comes too early, or that is the second one on the link
  Coordinate source;        ///< node that sends it
  std::int64_t cycles = 0;  ///< cycles that are missing

  /// "overlap by 1 cycle at (1,2) plus_x: engine 2 from (0,2)".
  [[nodiscard]] std::string text(const NetworkShape& shape) const;
};

struct PhaseCheck {
  std::vector<PhaseFault> faults;
  std::int64_t lateness = 0;  ///< cycles that the schedule stands, as `PhaseGroup::lateness`
  std::int64_t early = 0;     ///< as `PhaseGroup::early`
  int fewest = 0;             ///< packets in a period on the link that has fewest, links without packets left out
  int most = 0;               ///< packets in a period on the busiest link
};

/// Goes through all packets of a period on every link of every node. It takes phases and hops as they are and knows
/// nothing of how they were found.
PhaseCheck check_phases(const PhaseNetwork& network, const PhaseGroup& group);

/// Begins of groups that run one after the other, in cycles after the first one's: `PACE_BEGIN`. No packet meets one of
/// another group, if none starts later than `lateness` cycles after its time: tolerance and clock error together.
std::vector<std::int64_t> phase_begins(const PhaseNetwork& network, const std::vector<PhaseGroup>& groups,
                                       Cycles lateness);

/// Registers that software writes for a message.
struct PhaseRegisters {
  std::int64_t period = 0;     ///< PACE_PERIOD, cycles
  std::int64_t phase = 0;      ///< PACE_PHASE, cycles
  std::int64_t begin = 0;      ///< PACE_BEGIN, cycles of the common clock
  std::int64_t tolerance = 0;  ///< PACE_TOLERANCE: a packet that is less late than this goes; 0: no tolerance is left
};

/// Registers for the message of `engine` from `node`, in a group that begins at `begin`, where the clocks of any two
/// nodes differ by at most `clock_error` cycles.
PhaseRegisters phase_registers(const PhaseNetwork& network, const PhaseGroup& group, const PhaseEngine& engine,
                               Coordinate node, std::int64_t begin, Cycles clock_error);

}  // namespace tactus
