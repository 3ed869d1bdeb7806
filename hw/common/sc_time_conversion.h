#pragma once

#include <systemc>

#include "hw/common/clock.h"
#include "hw/common/units.h"

namespace tactus {

/// Conversions between SystemC's time and picoseconds, both exact: Tactus runs at SystemC's default
/// resolution of 1 ps, which is also the RTL's precision.
inline sc_core::sc_time to_sc_time(Picoseconds time) { return sc_core::sc_time::from_value(time.count()); }
inline Picoseconds to_picoseconds(const sc_core::sc_time& time) { return Picoseconds{time.value()}; }

/// The cycle of `clock` that it is now, from time zero.
inline Cycles cycle_now(const Clock& clock) { return clock.cycle_at(to_picoseconds(sc_core::sc_time_stamp())); }

/// The last edge of `clock` of which whoever looks now sees the outcome: edge 0, or one that is earlier than now. Where
/// a simulation ends at the very time of an edge, SystemC does not execute that edge; otherwise nobody looks at such a
/// time.
inline Cycles last_edge(const Clock& clock) {
  const Cycles edges = clock.covering(to_picoseconds(sc_core::sc_time_stamp()));
  return edges == Cycles{0} ? edges : edges - Cycles{1};
}

/// How long it is from now to `time`, which is not in the past.
inline sc_core::sc_time until(Picoseconds time) { return to_sc_time(time) - sc_core::sc_time_stamp(); }

}  // namespace tactus
