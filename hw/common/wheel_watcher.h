#pragma once

#include "hw/common/units.h"

namespace tactus {

/// Watches an event wheel step by step; for waveforms of machines without a clock.
class WheelWatcher {
 public:
  virtual ~WheelWatcher() = default;
  /// Whether it wants to be told of times before `until`; asked by those who can save something then.
  [[nodiscard]] virtual bool wants(Picoseconds /*until*/) const { return true; }
  /// Nothing more will be executed before `next`.
  virtual void before(Picoseconds next) = 0;
  /// Everything that is due at `now` has been executed.
  virtual void after(Picoseconds now) = 0;
  /// Somebody outside of the wheel has changed something since the last step: it can be seen from the next grain on.
  virtual void touched() = 0;
};

}  // namespace tactus
