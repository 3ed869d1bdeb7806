#pragma once

#include <tlm_utils/simple_target_socket.h>

#include <cstdint>
#include <memory>
#include <systemc>
#include <vector>

#include "hw/node/fabric.h"
#include "tlm_models/packet/island.h"
#include "tlm_models/packet/island_gate.h"
#include "tlm_models/packet/island_observer.h"
#include "tlm_models/packet/packet_network.h"

namespace tactus {

/// The machine at packet level: equal to Torus, packet by packet and hop by hop, in all that a PacketObserver, a
/// processor and the statistics can see; tens of times faster.
///
/// One SC_METHOD executes the edges of a PacketNetwork, as many at a time as lie before the next thing that anything
/// else in the simulation does; it stops where an interrupt line changes. Only the network has more than one thread.
/// Needs `SwitchHold::kPacket`. Reference: docs/reference/packet_level.md.
///
/// Some nodes may be on pins: an island, whose clock domain then has the network go on instead of that method. Nothing
/// that can be seen depends on which they are. Reference: docs/reference/island.md.
class PacketTorus : public sc_core::sc_module, public Fabric, private BorderSink {
 public:
  /// The outcome is the same for any number of threads. `timings`: test hook. `memories` makes the memories of the
  /// nodes at packet level; none: `Memory`.
  PacketTorus(const sc_core::sc_module_name& name, const MachineConfig& config, const Threading& threading = {},
              const PacketTimings& timings = {}, const MemoryFactory& memories = {}, const IslandSetup& island = {});

  [[nodiscard]] const MachineConfig& config() const override { return config_; }
  tlm::tlm_target_socket<32>& csr_tsock(int node) override;
  sc_core::sc_signal<bool>& irq(int node) override { return irqs_[static_cast<std::size_t>(node)]; }
  void observe(PacketObserver* observer) override;
  [[nodiscard]] bool has_parts() const override { return network_.has_parts(); }
  void observe_parts(PartObservers& observers) override { network_.observe_parts(observers); }
  [[nodiscard]] std::uint64_t link_flits(int node, Direction direction) const override;
  [[nodiscard]] RetryCounts link_retries(int node, Direction direction) const override;
  [[nodiscard]] int vc_occupancy(int node, int port, int vc) const override;
  void vc_occupancies(int node, std::vector<int>& of) const override;
  [[nodiscard]] std::uint64_t nic_counter(std::uint64_t engine_register) const override;
  [[nodiscard]] std::uint64_t movements() const override;
  [[nodiscard]] std::uint64_t flits_in_flight() const override;
  [[nodiscard]] bool something_due() const override;
  [[nodiscard]] Cycles changes_from(Cycles now) const override;
  [[nodiscard]] bool drained() const override;
  [[nodiscard]] ProbeList probes(int node) const override;
  [[nodiscard]] std::vector<WaitingPacket> waiting() const override;
  [[nodiscard]] std::vector<std::string> conservation_faults() const override;
  [[nodiscard]] std::vector<std::string> final_faults() const override;

 private:
  using Socket = tlm_utils::simple_target_socket_tagged<PacketTorus, 32>;

  void make_island(const IslandSetup& setup);
  void advance();
  /// Advances at an edge of the island's domain, as far as the island cannot matter. Answers the edge of the next call.
  Cycles advance_beside_island(Cycles now);
  /// An interrupt line of the island has changed, which no call of the gate knew before.
  void island_interrupted();
  void write_interrupts();
  void cross(const Crossing& crossing) override;
  /// The first edge that may not be executed now: where something else in the simulation has something to do.
  [[nodiscard]] std::uint64_t limit() const;
  /// Sleeps until `edge` or until software has acted, whichever comes first.
  void sleep_until(std::uint64_t edge);
  [[nodiscard]] std::uint64_t last_edge() const;
  [[nodiscard]] bool on_pins(int node) const { return island_ && island_->nodes().contains(node); }
  [[nodiscard]] bool credits_away(int node) const;
  /// The NIC of a host at packet level, as of edge `now`.
  [[nodiscard]] PacketNic& settled(int node, Cycles now) const;
  void b_transport(int node, tlm::tlm_generic_payload& access, sc_core::sc_time& delay);
  unsigned transport_dbg(int node, tlm::tlm_generic_payload& access);

  const MachineConfig config_;
  const sc_core::sc_time quarter_;                ///< quarter of a cycle
  mutable PacketNetwork network_;                 ///< credits on their way are counted when they are asked for
  std::vector<int> packet_nodes_;                 ///< nodes that are not on pins
  std::vector<int> packet_hosts_;                 ///< hosts among them, which have NICs
  std::vector<std::unique_ptr<Socket>> sockets_;  ///< by node; null for those on pins, and for switches
  sc_core::sc_vector<sc_core::sc_signal<bool>> irqs_;
  sc_core::sc_event software_acted_;
  std::unique_ptr<Island> island_;  ///< null if no node is on pins, as the next
  std::unique_ptr<IslandGate> gate_;
  std::unique_ptr<IslandObserver> island_observer_;
  mutable std::size_t waiting_before_ = 0;  ///< packets that waited when they were last asked for
  bool gate_closed_ = false;                ///< nothing is to be done until somebody acts
};

}  // namespace tactus
