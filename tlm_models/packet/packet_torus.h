#pragma once

#include <tlm_utils/simple_target_socket.h>

#include <cstdint>
#include <memory>
#include <systemc>
#include <vector>

#include "hw/node/fabric.h"
#include "tlm_models/packet/packet_network.h"

namespace tactus {

/// The machine at packet level: equal to Torus, packet by packet and hop by hop, in all that a PacketObserver, a
/// processor and the statistics can see; tens of times faster.
///
/// One SC_METHOD executes the edges of a PacketNetwork, as many at a time as lie before the next thing that anything
/// else in the simulation does; it stops where an interrupt line changes. Only the network has more than one thread.
/// Needs `SwitchHold::kPacket`. Reference: docs/reference/packet_level.md.
class PacketTorus : public sc_core::sc_module, public Fabric {
 public:
  /// The outcome is the same for any number of threads. `timings`: test hook. `memories` makes the nodes' memories;
  /// none: `Memory`.
  PacketTorus(const sc_core::sc_module_name& name, const MachineConfig& config, const Threading& threading = {},
              const PacketTimings& timings = {}, const MemoryFactory& memories = {});

  [[nodiscard]] const MachineConfig& config() const override { return config_; }
  tlm::tlm_target_socket<32>& csr_tsock(int node) override { return *sockets_[static_cast<std::size_t>(node)]; }
  sc_core::sc_signal<bool>& irq(int node) override { return irqs_[static_cast<std::size_t>(node)]; }
  void observe(PacketObserver* observer) override { network_.observe(observer); }
  [[nodiscard]] std::uint64_t link_flits(int node, Direction direction) const override;
  [[nodiscard]] int vc_occupancy(int node, int port, int vc) const override;
  [[nodiscard]] std::uint64_t nic_counter(std::uint64_t engine_register) const override;
  [[nodiscard]] std::uint64_t movements() const override;
  [[nodiscard]] std::uint64_t flits_in_flight() const override;
  [[nodiscard]] bool something_due() const override;
  [[nodiscard]] bool drained() const override;
  [[nodiscard]] ProbeList probes(int node) const override;
  [[nodiscard]] std::vector<WaitingPacket> waiting() const override;
  [[nodiscard]] std::vector<std::string> conservation_faults() const override;
  [[nodiscard]] std::vector<std::string> final_faults() const override;

 private:
  using Socket = tlm_utils::simple_target_socket_tagged<PacketTorus, 32>;

  void advance();
  /// The first edge that may not be executed now: where something else in the simulation has something to do.
  [[nodiscard]] std::uint64_t limit() const;
  /// Sleeps until `edge` or until software has acted, whichever comes first.
  void sleep_until(std::uint64_t edge);
  [[nodiscard]] std::uint64_t cycle_now() const;
  void b_transport(int node, tlm::tlm_generic_payload& access, sc_core::sc_time& delay);
  unsigned transport_dbg(int node, tlm::tlm_generic_payload& access);

  const MachineConfig config_;
  mutable PacketNetwork network_;  ///< credits on their way are counted when they are asked for
  std::vector<std::unique_ptr<Socket>> sockets_;
  sc_core::sc_vector<sc_core::sc_signal<bool>> irqs_;
  sc_core::sc_event software_acted_;
};

}  // namespace tactus
