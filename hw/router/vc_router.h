#pragma once

#include <systemc>

#include <array>
#include <string>
#include <vector>

#include "hw/common/clocked_module.h"
#include "hw/common/machine_config.h"
#include "hw/link/wire.h"
#include "hw/router/router_core.h"
#include "hw/router/router_module.h"

namespace tactus {

/// Virtual-channel router with a port for each direction and then one for each NIC (`RouterPorts`), bound to wires.
///
/// Per cycle: moves one flit per output (ST), grants free outputs to waiting packets (SA), states the requests
/// of the packets at the fronts of the queues (VA), routes the heads that arrive (RC); see docs/timing.md.
/// Virtual cut-through: a packet is granted only if the next buffer has room for all of it. The input port of
/// a direction is the side towards the neighbour there. Never drops, duplicates or reorders the flits of a packet, nor
/// the packets of one input VC that leave by the same output. The module is the pins; what a stage does is
/// RouterCore's. Raises kRouterOverflow, kRouterUnderrun, kRouterCreditOverflow and kRouterProtocol. Reference:
/// docs/reference/vc_router.md.
class VcRouter : public ClockedModule, public RouterModule {
 public:
  /// `domain` and `config` must outlive it; `arbiter` as SwitchAllocator's.
  VcRouter(const sc_core::sc_module_name& name, ClockDomain& domain, const MachineConfig& config, Coordinate position,
           const ArbiterFactory& arbiter = {});

  void observe(PacketObserver* observer) override { core_.observe(observer); }
  [[nodiscard]] int virtual_channels() const override { return core_.virtual_channels(); }
  [[nodiscard]] std::uint64_t flits_sent(int port) const override { return core_.flits_sent(port); }
  [[nodiscard]] int occupancy(int port, int vc) const override { return core_.occupancy(port, vc); }
  [[nodiscard]] int credits(int port, int vc) const override { return core_.credits(port, vc); }
  [[nodiscard]] int credit_capacity(int port) const override { return core_.credit_capacity(port); }
  [[nodiscard]] bool something_due() const override { return core_.waits_for_link(); }
  [[nodiscard]] std::vector<WaitingPacket> waiting() const override { return core_.waiting(); }
  void wait_for_room(int port, Wire<LinkRoom>& room) override;
  [[nodiscard]] std::uint64_t closed_cycles(int port) const override { return core_.closed_cycles(port); }
  void add_probes(ProbeList& probes, const std::string& scope) const override;
  [[nodiscard]] std::vector<std::string> final_faults() const override { return core_.final_faults(name()); }

 protected:
  void reset() override;
  Cycles tick(Cycles now) override;

  // Words of `arrivals`: ports by which flits and credits come.
  static constexpr int kFlitWord = 0;
  static constexpr int kCreditWord = 1;
  // What the ports are bound to, for a twin in RTL.
  [[nodiscard]] const Wire<Flit>& flit_in(unsigned port) const { return *pins_[port].flit_in; }
  [[nodiscard]] const Wire<CreditReturn>& credit_out(unsigned port) const { return *pins_[port].credit_out; }
  [[nodiscard]] const Wire<Flit>& flit_out(unsigned port) const { return *pins_[port].flit_out; }
  [[nodiscard]] const Wire<CreditReturn>& credit_in(unsigned port) const { return *pins_[port].credit_in; }

 private:
  void end_of_elaboration() override;
  void pipeline(Cycles now);
  void take_credits(Cycles now);
  void take_room(int port, Cycles now);
  void route_computation(Cycles now);

  /// Signals that a port is bound to.
  struct Pins {
    Wire<Flit>* flit_in = nullptr;
    Wire<CreditReturn>* credit_out = nullptr;
    Wire<Flit>* flit_out = nullptr;
    Wire<CreditReturn>* credit_in = nullptr;
  };
  /// All that every edge needs of an output that sends and an input that returns credits, in one cache line.
  struct alignas(64) WriteEnds {
    Wire<Flit>::WriteEnd flit;
    Wire<CreditReturn>::WriteEnd credit;
  };
  /// All that every edge needs of an input that receives and an output that gets credits back.
  struct ReadEnds {
    Wire<Flit>::ReadEnd flit;
    Wire<CreditReturn>::ReadEnd credit;
  };
  [[nodiscard]] const WriteEnds& writes(int port) const { return writes_[static_cast<std::size_t>(port)]; }
  [[nodiscard]] const ReadEnds& reads(int port) const { return reads_[static_cast<std::size_t>(port)]; }

  RouterCore core_;
  std::array<WriteEnds, kMaxRouterPorts> writes_{};
  alignas(64) std::array<ReadEnds, kMaxRouterPorts> reads_{};
  std::array<Pins, kMaxRouterPorts> pins_{};
  std::vector<Wire<LinkRoom>*> rooms_;  ///< by port; empty if no link repeats packets
};

}  // namespace tactus
