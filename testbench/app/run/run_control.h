#pragma once

#include <systemc>

#include <functional>
#include <optional>

#include "hw/common/units.h"

namespace tactus {

/// Stops the simulation once a condition holds. Looks in the middle of every 64th cycle: the condition must be one that
/// stays true, and what a run reports must not depend on when exactly it is stopped.
///
/// With a time at which the simulation ends anyway, an event is pending until then: no level executes further ahead.
class RunControl : public sc_core::sc_module {
 public:
  /// `also` is told the time at each look; it may be empty.
  RunControl(const sc_core::sc_module_name& name, Picoseconds clock, std::optional<Picoseconds> end,
             std::function<bool()> finished, std::function<void(Picoseconds)> also);

 private:
  void look();

  Picoseconds clock_;
  std::optional<Picoseconds> end_;
  std::function<bool()> finished_;
  std::function<void(Picoseconds)> also_;
};

}  // namespace tactus
