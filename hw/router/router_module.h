#pragma once

#include <systemc>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "hw/common/probe.h"
#include "hw/common/router_ports.h"
#include "hw/link/flit_trace.h"
#include "hw/link/link_flit.h"
#include "hw/link/packet_observer.h"
#include "hw/link/wire.h"
#include "hw/router/waiting_packet.h"

namespace tactus {

/// Ports of a router, each of these in the order of `RouterPorts`. Bound to wires.
struct RouterPins {
  explicit RouterPins(RouterPorts ports)
      : flit_i("flit_i", static_cast<std::size_t>(ports.count())),
        credit_o("credit_o", static_cast<std::size_t>(ports.count())),
        flit_o("flit_o", static_cast<std::size_t>(ports.count())),
        credit_i("credit_i", static_cast<std::size_t>(ports.count())) {}
  virtual ~RouterPins() = default;
  RouterPins(const RouterPins&) = delete;
  RouterPins& operator=(const RouterPins&) = delete;

  sc_core::sc_vector<sc_core::sc_in<Flit>> flit_i;             ///< flits coming in
  sc_core::sc_vector<sc_core::sc_out<CreditReturn>> credit_o;  ///< freed slots of the input buffers
  sc_core::sc_vector<sc_core::sc_out<Flit>> flit_o;            ///< flits going out
  sc_core::sc_vector<sc_core::sc_in<CreditReturn>> credit_i;   ///< freed slots of the next buffers
};

/// View of a router for statistics, checks and waves, between two edges.
class RouterView {
 public:
  virtual ~RouterView() = default;
  /// At most one; null for none. To be set before the simulation starts.
  virtual void observe(PacketObserver* observer) = 0;
  [[nodiscard]] virtual int virtual_channels() const = 0;
  /// Flits that have left by `port` since reset.
  [[nodiscard]] virtual std::uint64_t flits_sent(int port) const = 0;
  /// Flits in an input buffer.
  [[nodiscard]] virtual int occupancy(int port, int vc) const = 0;
  /// Free slots of the buffer behind an output, as far as the router knows.
  [[nodiscard]] virtual int credits(int port, int vc) const = 0;
  /// All slots of that buffer.
  [[nodiscard]] virtual int credit_capacity(int port) const = 0;
  /// A packet that has its output will move without anything coming in: it waits for the link.
  [[nodiscard]] virtual bool something_due() const { return false; }
  /// Cycles in which an output was closed because the link behind it had no room for another packet.
  [[nodiscard]] virtual std::uint64_t closed_cycles(int /*port*/) const { return 0; }
  /// Packets at the fronts of the queues, in order of port and VC.
  [[nodiscard]] virtual std::vector<WaitingPacket> waiting() const = 0;
  /// Adds what waveforms can show, under `scope`. Valid after elaboration.
  virtual void add_probes(ProbeList& probes, const std::string& scope) const = 0;
  /// Faults of a router at rest: flits in buffers, credits not home. Empty if all is well.
  [[nodiscard]] virtual std::vector<std::string> final_faults() const = 0;
};

/// A router as the node that contains it sees it. The class that implements it is an `sc_module` besides.
class RouterModule : public RouterPins, public RouterView {
 public:
  using RouterPins::RouterPins;
  /// The link behind `port` repeats packets (docs/timing.md, LINK-9): `room` tells of room in its replay buffer. Before
  /// the simulation starts. Only routers that wait for their links are in machines with such links.
  virtual void wait_for_room(int /*port*/, Wire<LinkRoom>& /*room*/) { sc_assert(false); }
};

}  // namespace tactus
