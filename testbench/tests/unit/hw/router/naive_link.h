#pragma once

#include <cstdint>

#include "hw/common/machine_config.h"

namespace tactus {

/// Cycle in which the last of `flits` of a packet leaves by `out_port` of the router at `position`, if it is granted at
/// `granted`: found by walking through the cycles, slow, interrupted and with errors as the link may be.
std::uint64_t naive_link_end(const MachineConfig& config, Coordinate position, int out_port, std::uint64_t granted,
                             std::uint64_t flits);

}  // namespace tactus
