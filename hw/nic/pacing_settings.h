#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/nic/injection_control.h"
#include "hw/nic/nic_registers.h"
#include "hw/nic/pacer_decisions.h"

namespace tactus {

/// Values of `pacing` that the registers cannot hold, that its policies cannot work with, or that contradict each
/// other.
std::vector<ConfigFault> validate(const PacingConfig& pacing);

/// `machine`, whose NICs have the policies of `pacing` for which the registers have no number.
MachineConfig with_unnumbered(MachineConfig machine, const PacingConfig& pacing);

namespace nic_reg {

/// Value of PACE_CTRL.mode that chooses `mode`.
std::uint32_t number_of(const PaceModeName& mode);
/// The mode that a value of PACE_CTRL.mode chooses on `machine`; none: the value is reserved.
std::optional<PaceModeName> mode_of(std::uint32_t number, const MachineConfig& machine);

/// A pacing register of an engine, as a field of its settings.
struct PaceRegister {
  std::uint64_t offset = 0;
  std::uint32_t (*word)(const PacingConfig& pacing) = nullptr;
  /// Null if not every value is one: PACE_CTRL.
  void (*set)(PacingConfig& pacing, std::uint32_t word) = nullptr;
};
/// The pacing register at `offset`; null if that is another one.
const PaceRegister* find_pace_register(std::uint64_t offset);

/// The control block's settings, those of all kinds.
void encode(const ControlConfig& control, std::uint32_t words[kControlWords]);
/// The kind and its settings on `machine`; none: CONTROL.kind is reserved. Fields of other kinds are left out: they
/// need not hold anything that makes sense.
std::optional<ControlConfig> decode_control(const std::uint32_t words[kControlWords], const MachineConfig& machine);

}  // namespace nic_reg
}  // namespace tactus
