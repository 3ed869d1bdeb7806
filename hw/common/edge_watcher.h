#pragma once

#include "hw/common/units.h"

namespace tactus {

/// Sees the edges of a clock domain that are executed (`ClockDomain::watch`) and changes nothing. A domain without
/// watchers does nothing for them.
class EdgeWatcher {
 public:
  virtual ~EdgeWatcher() = default;
  /// Edge `now` comes: no module has run yet, and what arrives at it stands on the wires.
  virtual void edge_comes(Cycles now) = 0;
  /// Edge `now` was one of reset.
  virtual void reset_has_been(Cycles now) = 0;
};

}  // namespace tactus
