#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "hw/common/network_shape.h"
#include "hw/common/units.h"

namespace tactus {

/// Rule for an offset of half a ring: `router.tie_break` (hw/router/tie_break.h).
enum class PhaseTies {
  kSigned,   ///< the packet goes the way of the offset's sign
  kPositive  ///< the packet goes the plus way
};

/// The machine, as far as a schedule of phases knows it. Dimension order routing from dimension 0 on, one NIC per
/// message.
struct PhaseNetwork {
  NetworkShape shape;  ///< a torus of 1 to 6 dimensions
  PhaseTies ties = PhaseTies::kSigned;
  Cycles packet{128};  ///< L: time for which a packet occupies a link
  Cycles slack{0};     ///< by which a slot is longer than a packet, at least
  /// T by dimension: from a packet's start on a link to the earliest cycle in which it can start on the next one.
  std::array<Cycles, kMaxDimensions> hop{Cycles{26}, Cycles{26}, Cycles{26}, Cycles{26}, Cycles{26}, Cycles{26}};
  /// Least lateness that a group must stand (`PhaseGroup::lateness`): tolerance of the pacers and error of the clocks.
  Cycles lateness{0};
  /// Most that a packet may come early (`PhaseGroup::early`): time in which a VC's buffer fills, less that in which a
  /// credit comes back. 4 KiB at 16 B per cycle fill in 256 cycles.
  Cycles room{200};
  int packets = 33;  ///< packets of a message

  /// Cycles of the shortest slot.
  [[nodiscard]] std::int64_t least_slot() const { return static_cast<std::int64_t>((packet + slack).count()); }
  /// Empty, or why no schedule is possible in this network.
  [[nodiscard]] std::string fault() const;
};

/// Which group a search answers, of those with the shortest period that stand `PhaseNetwork::lateness`.
enum class PhaseEffort {
  kAny,     ///< the first one: for its period
  kSturdy,  ///< the one that stands most lateness
};

/// A message that nodes send at the same time as the others of its group.
struct PhaseMessage {
  int engine = 0;     ///< NIC that sends it
  Coordinate offset;  ///< links in each dimension, signed as the routers go: ties are decided
  int parity =
      -1;  ///< -1: from all nodes; 0 or 1: from those whose coordinate in the offset's dimension is even or odd

  /// The node at `at` sends it.
  [[nodiscard]] bool sent_from(Coordinate at) const;
};

/// One message of a group with its place in the period.
struct PhaseEngine {
  PhaseMessage message;
  int stagger = 0;  ///< slots from the wave's zero to the packet's first link
  /// Periods by which the wave comes earlier after one forward turn around the ring of a dimension; negative for a wave
  /// that goes backward.
  std::array<int, kMaxDimensions> turns{};
  std::array<int, kMaxDimensions> cadence{};  ///< slots from a link of this dimension to the packet's next link
  std::vector<std::int64_t> phases;           ///< cycles in [0, period) by node: `PACE_PHASE`
};

/// Messages that run together, with one period. Each link has `slots` slots of `slot` cycles in a period, and each
/// packet that crosses the link has one of them. Theory: docs/studies/pacing_by_phase.md.
struct PhaseGroup {
  int load = 0;            ///< H: packets that cross the busiest link in a period
  int slots = 0;           ///< at least the load
  std::int64_t slot = 0;   ///< cycles, at least a packet
  std::int64_t early = 0;  ///< W: most that a packet can come early: longest sum of waits on its way, in cycles
  /// Most cycles by which packets may start late, with any others missing, so that no link changes its order:
  /// `PACE_TOLERANCE` and the difference of any two clocks together.
  std::int64_t lateness = 0;
  std::vector<PhaseEngine> engines;

  /// `PACE_PERIOD`: cycles from packet to packet of a message.
  [[nodiscard]] std::int64_t period() const { return slots * slot; }
  /// Cycles of a period that a schedule at the load bound does not have.
  [[nodiscard]] std::int64_t cost(const PhaseNetwork& network) const;
  /// Computes `phases` of all engines.
  void set_phases(const PhaseNetwork& network);
};

/// A packet's start on a link.
struct PhaseHop {
  Coordinate from;
  Direction direction = Direction::kPlusX;
  std::int64_t start = 0;  ///< cycles after the group's begin, of the first packet of the message
  std::int64_t wait = 0;   ///< cycles since the packet could start; 0 on the first link
  std::int64_t early = 0;  ///< sum of the waits so far
};

/// Way of the packets of `engine` from the node at `source`: what the schedule means them to do.
std::vector<PhaseHop> phase_hops(const PhaseNetwork& network, const PhaseGroup& group, const PhaseEngine& engine,
                                 Coordinate source);

/// Packets of `messages` that cross each link of a direction, if all nodes send all of them.
std::array<int, kMaxTorusDirections> phase_loads(const std::vector<PhaseMessage>& messages);

}  // namespace tactus
