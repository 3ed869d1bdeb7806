#include "hw/nic/injection_control.h"

#include "hw/nic/delay_window.h"
#include "hw/nic/injection_limit.h"
#include "hw/nic/paced_pieces.h"
#include "hw/nic/receiver_credits.h"

namespace tactus {

std::unique_ptr<InjectionControl> make_injection_control(const ControlConfig& control, const MachineConfig& machine,
                                                         Coordinate position, const RouterRoom* room) {
  switch (control.kind) {
    case ControlKind::kNone:
      return nullptr;
    case ControlKind::kPieces:
      return std::make_unique<PacedPieces>(control, machine);
    case ControlKind::kReceiverCredits:
      return std::make_unique<ReceiverCredits>(control, machine);
    case ControlKind::kInjectionLimit:
      return std::make_unique<InjectionLimit>(control, *room);
    case ControlKind::kDelayWindow:
      return std::make_unique<DelayWindow>(control, machine.network, position);
  }
  return nullptr;
}

}  // namespace tactus
