#include "rtl/twin/verilated_nic.h"

#include "Vrtl_nic_2vc.h"
#include "Vrtl_nic_4vc.h"
#include "rtl/twin/verilated_nic_of.h"

namespace tactus {

std::unique_ptr<VerilatedNic> make_verilated_nic(const MachineConfig& config, Coordinate position) {
  if (config.router.virtual_channels <= 2) return std::make_unique<VerilatedNicOf<Vrtl_nic_2vc>>(config, position);
  return std::make_unique<VerilatedNicOf<Vrtl_nic_4vc>>(config, position);
}

}  // namespace tactus
