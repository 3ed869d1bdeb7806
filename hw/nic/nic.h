#pragma once

#include <tlm_utils/simple_target_socket.h>
#include <tlm>

#include <array>
#include <cstdint>
#include <string>
#include <systemc>
#include <vector>

#include "hw/common/clocked_module.h"
#include "hw/common/machine_config.h"
#include "hw/common/probe.h"
#include "hw/link/flit_trace.h"
#include "hw/link/packet_observer.h"
#include "hw/link/wire.h"
#include "hw/nic/dma_engines.h"
#include "hw/nic/nic_module.h"
#include "hw/nic/register_bus.h"

namespace tactus {

/// Network interface of a node: one to eight DMA engines that send and receive at the same time.
///
/// Per rising edge: all engines receive, then all engines send (docs/timing.md), then `irq_o` follows. It never stores
/// or looks at memory contents. A refused register access gets a TLM error response (access_registers makes it a
/// report); what is wrong on the network side raises kNicIntegrity, kNicReceiveOverflow, kNicUnexpectedOverflow or
/// kNicProtocol. Reference: docs/reference/nic.md; how to drive it: docs/programmers_guide.md.
class Nic : public ClockedModule, public NicModule, private MemoryClient {
 public:
  tlm_utils::simple_target_socket<Nic, 32> csr_tsock;  ///< registers: aligned 32-bit words, no delay

  /// `memory` must outlive it.
  Nic(const sc_core::sc_module_name& name, ClockDomain& domain, const MachineConfig& config, Coordinate position,
      MemoryPort& memory);

  tlm::tlm_target_socket<32>& register_socket() override { return csr_tsock; }

  void see(const RouterRoom& room) override { engines_.control().see(room); }
  void observe(PacketObserver* observer) override;
  /// Under "<scope>.engine_<e>".
  void add_probes(ProbeList& probes, const std::string& scope) const override;
  [[nodiscard]] std::uint64_t counter(std::uint64_t offset) const override;
  [[nodiscard]] std::uint64_t packets_injected() const;
  [[nodiscard]] std::uint64_t packets_delivered() const;
  [[nodiscard]] std::uint64_t flits_sent() const override;
  [[nodiscard]] std::uint64_t flits_received() const override { return engines_.flits_received(); }
  [[nodiscard]] std::uint64_t flits_in_receive_buffer() const override { return engines_.flits_in_receive_buffers(); }
  /// Messages given by software whose last flit has not left.
  [[nodiscard]] std::uint64_t active_sends() const;
  [[nodiscard]] bool something_due() const override { return engines_.something_due(); }
  [[nodiscard]] bool writes_pending() const override { return engines_.writes_pending(); }
  [[nodiscard]] bool control_pending() const override { return engines_.control_pending(); }
  /// Flits in the receive buffer of one engine and VC.
  [[nodiscard]] int receive_occupancy(int engine, int vc) const;
  [[nodiscard]] std::vector<std::string> final_faults() const override;

 protected:
  Cycles tick(Cycles now) override;
  void reset() override;
  virtual void b_transport(tlm::tlm_generic_payload& access, sc_core::sc_time& delay);

  // What the ports are bound to and what is on the interrupt line, for a twin in RTL.
  [[nodiscard]] const Wire<Flit>& flit_in(unsigned engine) const { return *flit_in_[engine]; }
  [[nodiscard]] const Wire<CreditReturn>& credit_out(unsigned engine) const { return *credit_out_[engine]; }
  [[nodiscard]] const Wire<Flit>& flit_out(unsigned engine) const { return *flit_out_[engine]; }
  [[nodiscard]] const Wire<CreditReturn>& credit_in(unsigned engine) const { return *credit_in_[engine]; }
  [[nodiscard]] bool interrupts() const { return interrupts_ != 0; }
  [[nodiscard]] Pacer& pacer(unsigned engine) { return engines_[engine].sender.pacer; }
  /// As PacketSender::waiting.
  [[nodiscard]] std::optional<PacedPacket> waiting_packet(unsigned engine, Cycles now) const {
    return engines_[engine].sender.waiting(now);
  }
  /// It has no control block.
  void leave_out_control() { registers_.leave_out_control(); }

 private:
  void end_of_elaboration() override;
  [[nodiscard]] Cycles next_due() const;
  Cycles receive(std::size_t engine, Cycles now, bool flit_comes);
  Cycles send(std::size_t engine, Cycles now, bool credits_come);
  /// `engines` have run: the others' interrupts are as they were.
  void drive_irq(unsigned engines);

  void transport(tlm::tlm_generic_payload& access, sc_core::sc_time& delay);
  unsigned transport_dbg(tlm::tlm_generic_payload& access);

  void done(int engine, MemoryAnswer answer, std::uint32_t tag) override;
  void add_engine_probes(ProbeList& probes, const std::string& scope, std::size_t engine) const;
  /// Values of an engine's probes, in the order of `add_engine_probes`.
  void read_engine(std::size_t engine, std::uint64_t* values) const;

  const MachineConfig config_;
  const Coordinate position_;
  MemoryPort& memory_;
  DmaEngines engines_;
  const unsigned all_engines_;  ///< mask of them
  RegisterBus registers_;
  Cycles last_edge_;  ///< that was not slept through

  std::array<Wire<Flit>*, kMaxNics> flit_in_{};
  std::array<Wire<CreditReturn>*, kMaxNics> credit_out_{};
  std::array<Wire<Flit>*, kMaxNics> flit_out_{};
  std::array<Wire<CreditReturn>*, kMaxNics> credit_in_{};

  // Engines that need not run are skipped.
  bool all_due_ = true;                         ///< software may have changed something
  unsigned sending_ = 0;                        ///< engines with a flit on their port
  std::array<Cycles, kMaxNics> receive_due_{};  ///< next edge of the receiver unless a flit comes
  std::array<Cycles, kMaxNics> due_{};          ///< next edge of the engine unless something comes
  unsigned interrupts_ = 0;                     ///< engines with one that is pending and enabled
  bool at_edge_ = false;                        ///< an answer of the memory that comes now counts at this edge
};

}  // namespace tactus
