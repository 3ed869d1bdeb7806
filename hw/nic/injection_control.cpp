#include "hw/nic/injection_control.h"

#include "hw/nic/checked_control.h"

namespace tactus {

std::unique_ptr<InjectionControl> make_injection_control(const ControlPlace& place) {
  const ControlPolicy& chosen = policy(place.control.kind);
  if (!chosen.plugin.empty()) return std::make_unique<CheckedControl>(chosen, place);
  return chosen.make == nullptr ? nullptr : chosen.make(place);
}

}  // namespace tactus
