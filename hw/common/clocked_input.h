#pragma once

#include "hw/common/units.h"

namespace tactus {

/// Something that brings values to a clocked module at later edges: a wire.
class ClockedInput {
 public:
  virtual ~ClockedInput() = default;
  /// Tells the reader the edge of the next value, if there is one still; called fewer than `ClockDomain::kSlots` cycles
  /// before it.
  virtual void announce() = 0;
  /// Reset: what is under way is lost.
  virtual void clear() = 0;
};

}  // namespace tactus
