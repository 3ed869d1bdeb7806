#pragma once

#include <systemc>

#include <array>
#include <string>
#include <vector>

#include "hw/common/clocked_module.h"
#include "hw/common/machine_config.h"
#include "hw/common/probe.h"
#include "hw/link/flit_trace.h"
#include "hw/link/packet_observer.h"
#include "hw/link/wire.h"
#include "hw/router/router_core.h"

namespace tactus {

/// Virtual-channel router with four torus ports (0..3) and four NIC ports (4..7), all bound to wires.
///
/// Per cycle: moves one flit per output (ST), grants free outputs to waiting packets (SA), states the requests
/// of the packets at the fronts of the queues (VA), routes the heads that arrive (RC); see docs/timing.md.
/// Virtual cut-through: a packet is granted only if the next buffer has room for all of it. Input port d (0..3) is
/// the side towards the neighbour in direction d. Never drops, duplicates or reorders the flits of a packet, nor the
/// packets of one input VC that leave by the same output. The module is the pins; what a stage does is RouterCore's.
/// Raises kRouterOverflow, kRouterUnderrun, kRouterCreditOverflow and kRouterProtocol.
/// Reference: docs/reference/vc_router.md.
class VcRouter : public ClockedModule {
 public:
  sc_core::sc_vector<sc_core::sc_in<Flit>> flit_i;             ///< [8] flits coming in
  sc_core::sc_vector<sc_core::sc_out<CreditReturn>> credit_o;  ///< [8] freed slots of the input buffers
  sc_core::sc_vector<sc_core::sc_out<Flit>> flit_o;            ///< [8] flits going out
  sc_core::sc_vector<sc_core::sc_in<CreditReturn>> credit_i;   ///< [8] freed slots of the next buffers

  /// `domain` and `config` must outlive it.
  VcRouter(const sc_core::sc_module_name& name, ClockDomain& domain, const MachineConfig& config, Coordinate position);

  void observe(PacketObserver* observer) { core_.observe(observer); }
  /// Test hook: makes this router break the credit rule.
  void inject_fault(CreditFault fault) { fault_ = fault; }

  [[nodiscard]] int virtual_channels() const { return core_.virtual_channels(); }
  [[nodiscard]] std::uint64_t flits_sent(int port) const { return core_.flits_sent(port); }
  [[nodiscard]] int occupancy(int port, int vc) const { return core_.occupancy(port, vc); }
  [[nodiscard]] int credits(int port, int vc) const { return core_.credits(port, vc); }
  [[nodiscard]] int credit_capacity(int port) const { return core_.credit_capacity(port); }
  /// Packets at the fronts of the queues, in order of port and VC.
  [[nodiscard]] std::vector<WaitingPacket> waiting() const { return core_.waiting(); }
  void add_probes(ProbeList& probes, const std::string& scope) const;

 private:
  void end_of_elaboration() override;
  void reset() override { core_.reset(); }
  Cycles tick(Cycles now) override;
  void pipeline(Cycles now);
  void take_credits(Cycles now);
  void route_computation(Cycles now);

  RouterCore core_;
  // What the ports are bound to.
  std::array<Wire<Flit>*, kRouterPorts> flit_in_{};
  std::array<Wire<CreditReturn>*, kRouterPorts> credit_out_{};
  std::array<Wire<Flit>*, kRouterPorts> flit_out_{};
  std::array<Wire<CreditReturn>*, kRouterPorts> credit_in_{};
  CreditFault fault_ = CreditFault::kNone;
};

}  // namespace tactus
