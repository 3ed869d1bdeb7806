#pragma once

#include <memory>

#include "rtl/twin/verilated_router.h"

namespace tactus {

/// A router in RTL with two dimensions, four NICs and two VCs, whose buffers are read with the clock.
std::unique_ptr<VerilatedRouter> make_sync_router(const MachineConfig& config, Coordinate position);

}  // namespace tactus
