#pragma once

#include <memory>

#include "hw/router/router_core.h"
#include "rtl/twin/lockstep.h"
#include "rtl/twin/router_pin_bits.h"
#include "rtl/twin/verilated_router.h"
#include "testbench/parts/port_values.h"

namespace tactus {

/// A router in RTL and its model side by side, edge by edge, without SystemC's kernel: any number of them, one after
/// the other, in one process.
class PlainTwin {
 public:
  PlainTwin(MachineConfig config, Coordinate position, std::unique_ptr<VerilatedRouter> rtl);

  /// One edge: what is sampled, and what is driven from then on. Raises what RtlRouter raises.
  PortValues edge(const PortValues& sampled);

 private:
  PortValues model_edge(Cycles now, const PortValues& sampled);

  const MachineConfig config_;
  RouterCore model_;
  std::unique_ptr<VerilatedRouter> rtl_;
  const RouterPinBits pins_;
  Lockstep lockstep_;
  Cycles now_{1};
};

}  // namespace tactus
