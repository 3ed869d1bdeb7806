#pragma once

#include <systemc>
#include <tlm>

#include <cstdint>
#include <string>
#include <vector>

#include "hw/common/probe.h"
#include "hw/link/flit_trace.h"
#include "hw/link/packet_observer.h"
#include "hw/nic/router_room.h"

namespace tactus {

/// Ports of a NIC towards the router's NIC ports, by engine, bound to wires, and its interrupt line.
struct NicPins {
  explicit NicPins(std::size_t engines)
      : flit_i("flit_i", engines),
        credit_o("credit_o", engines),
        flit_o("flit_o", engines),
        credit_i("credit_i", engines) {}

  sc_core::sc_vector<sc_core::sc_in<Flit>> flit_i;             ///< from the router
  sc_core::sc_vector<sc_core::sc_out<CreditReturn>> credit_o;  ///< slots of the receive buffers
  sc_core::sc_vector<sc_core::sc_out<Flit>> flit_o;            ///< to the router, VC 0
  sc_core::sc_vector<sc_core::sc_in<CreditReturn>> credit_i;   ///< slots of the router's NIC buffers
  sc_core::sc_out<bool> irq_o{"irq_o"};                        ///< level: an enabled interrupt is pending
};

/// View of a NIC for statistics, checks and waves, between two edges: sums over its engines.
class NicView {
 public:
  virtual ~NicView() = default;
  /// At most one; null for none. To be set before the simulation starts.
  virtual void observe(PacketObserver* observer) = 0;
  /// The counter at `offset` of an engine's block (nic_reg::kTxPackets ...).
  [[nodiscard]] virtual std::uint64_t counter(std::uint64_t offset) const = 0;
  /// Flits that have been put on the ports at the edges so far.
  [[nodiscard]] virtual std::uint64_t flits_sent() const = 0;
  [[nodiscard]] virtual std::uint64_t flits_received() const = 0;
  [[nodiscard]] virtual std::uint64_t flits_in_receive_buffer() const = 0;
  /// An engine waits for a point in time: its pace slot, a grant's, or memory to be read or written.
  [[nodiscard]] virtual bool something_due() const = 0;
  /// Something that was received is not yet visible in memory.
  [[nodiscard]] virtual bool writes_pending() const = 0;
  /// A control packet waits to be sent.
  [[nodiscard]] virtual bool control_pending() const = 0;
  /// Adds what waveforms can show, under `scope`. Valid after elaboration.
  virtual void add_probes(ProbeList& probes, const std::string& scope) const = 0;
  /// Faults of a NIC at rest: messages half sent or half received, receives nobody answered, credits not home, flits in
  /// buffers. Empty if all is well.
  [[nodiscard]] virtual std::vector<std::string> final_faults() const = 0;
};

/// A NIC as the node that contains it sees it. The class that implements it is an `sc_module` besides.
class NicModule : public NicPins, public NicView {
 public:
  using NicPins::NicPins;
  /// Socket of the registers: aligned 32-bit words, no delay.
  virtual tlm::tlm_target_socket<32>& register_socket() = 0;
  /// Gives the credits of its router that an injection limit looks at. The router runs after the NIC at every edge, and
  /// `room` outlives the NIC.
  virtual void see(const RouterRoom& room) = 0;
};

}  // namespace tactus
