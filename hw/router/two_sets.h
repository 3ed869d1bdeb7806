#pragma once

#include <fmt/core.h>

#include <string>

#include "hw/router/route_function.h"

namespace tactus {

/// What routings have in common that draw a way for each packet, and part the VCs into two sets.
inline RoutingPolicy in_two_sets() {
  RoutingPolicy policy;
  policy.refuses = [](const MachineConfig& config) -> std::string {
    if (config.router.virtual_channels >= 2) return {};
    return "parts the virtual channels into two sets: set router.virtual_channels to 2 or more, with rings to 4 or "
           "more";
  };
  policy.draws = true;
  policy.sets = 2;
  policy.reads_dateline = policy.reads_dimension_order = policy.reads_tie_break = true;
  return policy;
}

}  // namespace tactus
