#pragma once

#include <functional>
#include <memory>
#include <string>

#include "hw/common/machine_config.h"
#include "rtl/twin/lockstep.h"
#include "rtl/twin/rtl_trace_files.h"
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
  /// Files of the signals within twins; null: none are recorded.
  std::shared_ptr<RtlTraceFiles> traces{};
};

/// Begins to record the signals within a twin, if `setup` wants it of RTL of others.
template <class Rtl>
void trace_twin(const TwinSetup& setup, const std::string& instance, Rtl& rtl) {
  if (!setup.traces) return;
  rtl.begin_trace(setup.traces->file_of(instance));
  setup.traces->opened(instance, rtl.part(), [&rtl] { rtl.end_trace(); });
}

}  // namespace tactus
