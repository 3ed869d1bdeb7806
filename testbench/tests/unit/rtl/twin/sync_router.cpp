#include "testbench/tests/unit/rtl/twin/sync_router.h"

#include "Vrtl_sync_router.h"
#include "rtl/twin/verilated_router_of.h"

namespace tactus {

std::unique_ptr<VerilatedRouter> make_sync_router(const MachineConfig& config, Coordinate position) {
  return std::make_unique<VerilatedRouterOf<Vrtl_sync_router>>(config, position);
}

}  // namespace tactus
