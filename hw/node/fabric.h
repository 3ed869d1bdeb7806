#pragma once

#include <systemc>
#include <tlm>

#include <cstdint>
#include <string>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/common/probe.h"
#include "hw/link/packet_header.h"
#include "hw/link/packet_observer.h"
#include "hw/link/part_observer.h"
#include "hw/nic/nic_registers.h"
#include "hw/router/retry_settings.h"
#include "hw/router/waiting_packet.h"

namespace tactus {

/// A machine being executed at some level, as the processors, the statistics and the checks see it.
class Fabric {
 public:
  virtual ~Fabric() = default;

  [[nodiscard]] virtual const MachineConfig& config() const = 0;
  /// Socket of the NIC registers of `node`; bind exactly one initiator.
  virtual tlm::tlm_target_socket<32>& csr_tsock(int node) = 0;
  /// Interrupt line of `node`: level, high while an enabled interrupt is pending.
  virtual sc_core::sc_signal<bool>& irq(int node) = 0;
  /// At most one; null for none. To be set before the simulation starts. Whenever software acts, the observer has been
  /// told of everything up to that cycle.
  virtual void observe(PacketObserver* observer) = 0;
  /// It can be observed by parts. Not if its observer wants waits.
  [[nodiscard]] virtual bool has_parts() const { return false; }
  /// Beside the observer, `observers` are told what the parts do. To be called once, before the simulation, by a caller
  /// who knows that it has parts.
  virtual void observe_parts(PartObservers& /*observers*/) {}

  // Statistics, readable between two clock edges.
  [[nodiscard]] virtual std::uint64_t link_flits(int node, Direction direction) const = 0;  ///< sent so far
  /// Retries so far of the link behind an output that leads to a router, with bit errors.
  [[nodiscard]] virtual RetryCounts link_retries(int /*node*/, Direction /*direction*/) const { return {}; }
  [[nodiscard]] virtual int vc_occupancy(int node, int port, int vc) const = 0;  ///< flits in the input buffer
  /// `vc_occupancy` of all ports and VCs of a node, in this order; `of` has as many elements.
  virtual void vc_occupancies(int node, std::vector<int>& of) const {
    const int vcs = config().router.virtual_channels;
    for (int i = 0; i < config().ports().count() * vcs; ++i) {
      of[static_cast<std::size_t>(i)] = vc_occupancy(node, i / vcs, i % vcs);
    }
  }
  /// A counter of the NICs' engines (nic_reg::kTxPackets and so on), summed over all nodes.
  [[nodiscard]] virtual std::uint64_t nic_counter(std::uint64_t engine_register) const = 0;
  [[nodiscard]] std::uint64_t packets_injected() const { return nic_counter(nic_reg::kTxPackets); }
  [[nodiscard]] std::uint64_t packets_delivered() const { return nic_counter(nic_reg::kRxPackets); }
  /// Flits moved so far, anywhere; a value that stands still is what the watchdog looks for.
  [[nodiscard]] virtual std::uint64_t movements() const = 0;
  /// Something is due by itself, whatever anybody waits for: a flit or credit on a link, a pace slot, memory.
  [[nodiscard]] virtual bool something_due() const = 0;
  /// Flits that are in the network or in a NIC's receive buffer now.
  [[nodiscard]] virtual std::uint64_t flits_in_flight() const = 0;
  /// In the middle of cycle `now`: first later cycle in which anything that can be read here may become another by
  /// itself, besides at what SystemC has pending; `Cycles::max()` if nothing ever does.
  [[nodiscard]] virtual Cycles changes_from(Cycles now) const = 0;
  /// True if nothing is under way any more, neither flits nor credits.
  [[nodiscard]] virtual bool drained() const = 0;
  /// Signals of `node` that a waveform can show. Valid after elaboration.
  [[nodiscard]] virtual ProbeList probes(int node) const = 0;
  /// Packets at the front of a queue, by node.
  [[nodiscard]] virtual std::vector<WaitingPacket> waiting() const = 0;
  /// Flits that were sent but are neither anywhere nor taken; at any time between two edges. Empty if all is well.
  [[nodiscard]] virtual std::vector<std::string> conservation_faults() const = 0;
  /// Faults of a network at rest: flits left over, credits not home. Empty if all is well.
  [[nodiscard]] virtual std::vector<std::string> final_faults() const = 0;
};

}  // namespace tactus
