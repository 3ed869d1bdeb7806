#include "rtl/twin/verilated_router.h"

#include "Vrtl_router_2vc.h"
#include "Vrtl_router_2vc___024root.h"
#include "Vrtl_router_4vc.h"
#include "Vrtl_router_4vc___024root.h"
#include "rtl/twin/verilated_router_of.h"

namespace tactus {

std::unique_ptr<VerilatedRouter> make_verilated_router(const MachineConfig& config, Coordinate position) {
  if (config.router.virtual_channels == 2)
    return std::make_unique<VerilatedRouterOf<Vrtl_router_2vc>>(config, position);
  return std::make_unique<VerilatedRouterOf<Vrtl_router_4vc>>(config, position);
}

}  // namespace tactus
