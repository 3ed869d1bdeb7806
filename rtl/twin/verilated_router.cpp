#include "rtl/twin/verilated_router.h"

#include "rtl/twin/verilated_router_of.h"
#include "rtl_router_models.h"
#include "rtl_variants.h"

namespace tactus {

#define TACTUS_MAKE_ROUTER(D, N, V)                                                 \
  if (config.ports() == RouterPorts(D, N) && config.router.virtual_channels == (V)) \
    return std::make_unique<VerilatedRouterOf<Vrtl_router_##D##d##N##n##V##v>>(config, position);

std::unique_ptr<VerilatedRouter> make_verilated_router(const MachineConfig& config, Coordinate position) {
  TACTUS_RTL_ROUTERS(TACTUS_MAKE_ROUTER)
  return nullptr;
}

}  // namespace tactus
