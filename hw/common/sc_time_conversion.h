#pragma once

#include <systemc>

#include "hw/common/units.h"

namespace tactus {

/// Conversions between SystemC's time and picoseconds, both exact: Tactus runs at SystemC's default
/// resolution of 1 ps, which is also the RTL's precision.
inline sc_core::sc_time to_sc_time(Picoseconds time) { return sc_core::sc_time::from_value(time.count()); }
inline Picoseconds to_picoseconds(const sc_core::sc_time& time) { return Picoseconds{time.value()}; }

}  // namespace tactus
