#pragma once

#include <systemc>

#include <array>
#include <string>
#include <vector>

#include "hw/common/clocked_module.h"
#include "hw/common/machine_config.h"
#include "hw/common/probe.h"
#include "hw/link/flit.h"
#include "hw/link/packet_observer.h"
#include "hw/link/wire.h"
#include "hw/router/input_vc.h"
#include "hw/router/output_credits.h"
#include "hw/router/route_function.h"
#include "hw/router/switch_allocator.h"
#include "hw/router/vc_allocator.h"
#include "hw/router/waiting_packet.h"

namespace tactus {

/// Virtual-channel router with four torus ports (0..3) and four NIC ports (4..7), all bound to wires.
///
/// Per cycle: moves one flit per output (ST), grants free outputs to waiting packets (SA), states the requests
/// of the packets at the fronts of the queues (VA), routes the heads that arrive (RC); see docs/timing.md.
/// Virtual cut-through: a packet is granted only if the next buffer has room for all of it. Input port d (0..3) is
/// the side towards the neighbour in direction d. Never drops, duplicates or reorders the flits of a packet, nor the
/// packets of one input VC that leave by the same output. Raises kRouterOverflow, kRouterUnderrun,
/// kRouterCreditOverflow and kRouterProtocol. Reference: docs/reference/vc_router.md.
class VcRouter : public ClockedModule {
 public:
  sc_core::sc_vector<sc_core::sc_in<Flit>> flit_i;             ///< [8] flits coming in
  sc_core::sc_vector<sc_core::sc_out<CreditReturn>> credit_o;  ///< [8] freed slots of the input buffers
  sc_core::sc_vector<sc_core::sc_out<Flit>> flit_o;            ///< [8] flits going out
  sc_core::sc_vector<sc_core::sc_in<CreditReturn>> credit_i;   ///< [8] freed slots of the next buffers

  VcRouter(const sc_core::sc_module_name& name, ClockDomain& domain, const MachineConfig& config, Coordinate position);

  void observe(PacketObserver* observer) { observer_ = observer; }
  /// Test hook: makes this router break the credit rule.
  void inject_fault(CreditFault fault) { fault_ = fault; }

  [[nodiscard]] int virtual_channels() const { return virtual_channels_; }
  [[nodiscard]] std::uint64_t flits_sent(int port) const { return flits_sent_[index(port)]; }
  [[nodiscard]] int occupancy(int port, int vc) const { return input(port, vc).occupancy(); }
  [[nodiscard]] int credits(int port, int vc) const { return credits_.credits(port, vc); }
  [[nodiscard]] int credit_capacity(int port) const { return credits_.capacity(port); }
  /// Packets at the fronts of the queues, in order of port and VC.
  [[nodiscard]] std::vector<WaitingPacket> waiting() const;
  void add_probes(ProbeList& probes, const std::string& scope) const;

 private:
  /// A transfer through one output: a whole packet, or one flit, as the switch is held.
  struct Transfer {
    SwitchGrant grant;
    int packet = 0;  ///< in the input VC
    int flits_left = 0;
  };
  /// Packet that owns an output VC while the switch is held per flit.
  struct Stream {
    int packet = -1;
    int out_vc = 0;
    int flits = 0;
    int granted = 0;
    bool requested = false;
  };

  void end_of_elaboration() override;
  void reset() override;
  Cycles tick(Cycles now) override;

  // The pipeline, last stage first.
  void switch_traversal(Cycles now);
  void take_credits();
  void switch_allocation(Cycles now);
  void vc_allocation(Cycles now);
  void route_computation(Cycles now);

  void grant_packet(const SwitchGrant& grant, Cycles now);
  void grant_flit(const SwitchGrant& grant);
  void open_stream(const SwitchGrant& grant, Cycles now);
  void request_flits();
  void request_next_flit(int out_port, int requester);
  void accept_head(int port, const Flit& flit, Cycles now);
  void accept_body(int port, const Flit& flit);
  void return_credits(Cycles now);
  void add_port_probes(ProbeList& probes, const std::string& scope, int port) const;
  [[nodiscard]] bool busy() const;
  [[noreturn]] void violation(const char* id, int port, const std::string& what) const;

  static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }
  [[nodiscard]] int requester(int port, int vc) const { return port * virtual_channels_ + vc; }
  [[nodiscard]] InputVc& input(int port, int vc) { return inputs_[index(requester(port, vc))]; }
  [[nodiscard]] const InputVc& input(int port, int vc) const { return inputs_[index(requester(port, vc))]; }
  [[nodiscard]] Stream& stream(int out_port, int requester) {
    return streams_[index(out_port * kRouterPorts * virtual_channels_ + requester)];
  }

  const MachineConfig& config_;
  const Coordinate position_;
  const int node_;
  const int virtual_channels_;
  const bool hold_packet_;
  RouteFunction routes_;
  OutputCredits credits_;
  SwitchAllocator switch_allocator_;
  VcAllocator vc_allocator_;
  std::vector<InputVc> inputs_;
  std::vector<Stream> streams_;
  /// Packets that have come to the front of their queue and have not yet stated their request.
  struct Front {
    int requester;
    int packet;
  };
  std::vector<Front> new_fronts_;
  std::array<Transfer, kRouterPorts> transfers_{};
  unsigned active_outputs_ = 0;
  unsigned flit_arrivals_ = 0;    ///< ports on which a flit comes in at this edge
  unsigned credit_arrivals_ = 0;  ///< ports on which credits do
  unsigned returning_ = 0;        ///< ports whose `credit_returns_` is not 0
  std::array<CreditReturn, kRouterPorts> credit_returns_{};
  std::array<std::uint64_t, kRouterPorts> flits_sent_{};
  // What the ports are bound to.
  std::array<Wire<Flit>*, kRouterPorts> flit_in_{};
  std::array<Wire<CreditReturn>*, kRouterPorts> credit_out_{};
  std::array<Wire<Flit>*, kRouterPorts> flit_out_{};
  std::array<Wire<CreditReturn>*, kRouterPorts> credit_in_{};
  PacketObserver* observer_ = nullptr;
  CreditFault fault_ = CreditFault::kNone;
};

}  // namespace tactus
