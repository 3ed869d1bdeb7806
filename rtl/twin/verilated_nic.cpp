#include "rtl/twin/verilated_nic.h"

#include "rtl/twin/verilated_nic_of.h"
#include "rtl_nic_models.h"
#include "rtl_variants.h"

namespace tactus {

// The first of them that has as many.
#define TACTUS_MAKE_NIC(N, V)                                        \
  if (config.nics() <= (N) && config.router.virtual_channels == (V)) \
    return std::make_unique<VerilatedNicOf<Vrtl_nic_##N##n##V##v>>(config, position);

std::unique_ptr<VerilatedNic> make_verilated_nic(const MachineConfig& config, Coordinate position) {
  TACTUS_RTL_NICS(TACTUS_MAKE_NIC)
  return nullptr;
}

}  // namespace tactus
