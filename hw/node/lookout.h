#pragma once

#include <algorithm>

#include "hw/common/units.h"

namespace tactus {

/// A moment at which a machine is looked at: the middle of a cycle, when counters and buffers stand still and all that
/// acts at that moment has acted.
struct Look {
  Cycles cycle;
  Picoseconds time;
  /// A look before this later cycle would see the same. `Cycles::max()`: nothing is going to change.
  Cycles still_until;

  /// The first cycle, of those that are multiples of `interval` later, in which a look may see something else;
  /// `Cycles::max()` if none.
  [[nodiscard]] Cycles next(Cycles interval) const {
    if (still_until == Cycles::max()) return Cycles::max();
    const std::uint64_t steps = ceil_div((still_until - cycle).count(), interval.count());
    return cycle + interval * std::max<std::uint64_t>(1, steps);
  }
};

/// Looks at a machine again and again while it runs, and changes nothing of it: Lookouts calls it.
class Lookout {
 public:
  virtual ~Lookout() = default;
  [[nodiscard]] virtual Cycles first_look() const { return Cycles{0}; }
  /// Answers the cycle of the next look, which is later; `Cycles::max()` for none. Looks before `still_until` may be
  /// left out.
  virtual Cycles look(const Look& look) = 0;
};

}  // namespace tactus
