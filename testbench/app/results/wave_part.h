#pragma once

#include "hw/common/probe.h"
#include "hw/common/units.h"

namespace tactus {

/// A part of a machine whose signals change at times of its own, and become known later: a lane of a recording.
class WavePart {
 public:
  virtual ~WavePart() = default;
  [[nodiscard]] virtual ProbeList probes() const = 0;
  /// All that happens up to `executed` has been executed. Answers the time before which all changes have been told.
  virtual Picoseconds settle(Picoseconds executed) = 0;
  /// Nothing more is executed: tells all changes that are left.
  virtual void end(Picoseconds executed) = 0;
};

}  // namespace tactus
