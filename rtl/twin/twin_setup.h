#pragma once

#include <functional>
#include <memory>

#include "hw/common/machine_config.h"
#include "rtl/twin/lockstep.h"
#include "rtl/twin/verilated_arbiter.h"
#include "rtl/twin/verilated_nic.h"
#include "rtl/twin/verilated_pacer.h"
#include "rtl/twin/verilated_router.h"

namespace tactus {

/// Parts of twins, and the listeners that twins tell. Parts that are empty are our own RTL's or, of a pacer and an
/// arbiter, the model's.
struct TwinSetup {
  std::function<std::unique_ptr<VerilatedRouter>(const MachineConfig&, Coordinate)> router;
  std::function<std::unique_ptr<VerilatedNic>(const MachineConfig&, Coordinate)> nic;
  // Out of lockstep: the model decides as these do.
  std::function<std::unique_ptr<VerilatedPacer>()> pacer;
  std::function<std::unique_ptr<VerilatedArbiter>()> arbiter;
  Lockstep::Listener violated;
};

}  // namespace tactus
