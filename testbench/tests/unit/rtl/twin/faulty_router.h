#pragma once

#include <memory>

#include "rtl/twin/verilated_router.h"

namespace tactus {

/// A router in RTL with two VCs and fault `number` of router_faults.cmake planted in it; 0: none.
std::unique_ptr<VerilatedRouter> make_faulty_router(const MachineConfig& config, Coordinate position, int number);

}  // namespace tactus
