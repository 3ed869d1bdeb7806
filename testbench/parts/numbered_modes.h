#pragma once

#include "hw/nic/pacer_decisions.h"

namespace tactus {

/// The mode at `index`, cyclically, of the pacer modes that PACE_CTRL has a number for.
inline PaceModeName numbered_mode(int index) {
  std::vector<PaceModeName> modes;
  for (const PaceModePolicy* mode : all_policies<PaceModeKind>()) {
    if (mode->number) modes.emplace_back(mode->name);
  }
  return modes[static_cast<std::size_t>(index) % modes.size()];
}

}  // namespace tactus
