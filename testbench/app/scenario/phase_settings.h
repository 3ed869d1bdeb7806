#pragma once

#include <optional>

#include "hw/common/units.h"

namespace tactus {

/// A time that software needs for its calls; none: as long as they take.
struct CallTime {
  std::optional<Picoseconds> time;
};

/// How software runs an exchange by a schedule of phases.
struct PhaseSettings {
  CallTime lead;    ///< from the latest begin of a program to the first slot
  CallTime margin;  ///< from the end of a sequence to the begin of the next one
  Picoseconds tolerance{128'000};
  Picoseconds slack;  ///< by which a slot is longer than a packet
};

}  // namespace tactus
