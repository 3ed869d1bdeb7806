#pragma once

#include <systemc>

#include <string>
#include <vector>

#include "hw/common/clock_domain.h"
#include "hw/node/fabric.h"
#include "hw/node/node_group.h"

namespace tactus {

/// The machine at cycle level: the nodes of a torus or mesh and the cables between them, on one clock domain.
///
/// The configuration must be free of faults (`validate`) and of dependency cycles (`find_dependency_cycle`). Reference:
/// docs/reference/torus.md.
class Torus : public sc_core::sc_module, public Fabric {
 public:
  /// `parts` makes the routers, NICs and memories of all nodes.
  Torus(const sc_core::sc_module_name& name, const MachineConfig& config, NodeParts parts);

  [[nodiscard]] Node& node(int number) { return nodes_.node(number); }

  [[nodiscard]] const MachineConfig& config() const override { return config_; }
  tlm::tlm_target_socket<32>& csr_tsock(int node) override;
  sc_core::sc_signal<bool>& irq(int node) override { return irqs_[static_cast<std::size_t>(node)]; }
  void observe(PacketObserver* observer) override { nodes_.observe(observer); }
  [[nodiscard]] std::uint64_t link_flits(int node, Direction direction) const override;
  [[nodiscard]] RetryCounts link_retries(int node, Direction direction) const override {
    return nodes_.retries(node, static_cast<int>(direction));
  }
  [[nodiscard]] int vc_occupancy(int node, int port, int vc) const override;
  [[nodiscard]] std::uint64_t nic_counter(std::uint64_t engine_register) const override;
  [[nodiscard]] std::uint64_t movements() const override;
  [[nodiscard]] bool something_due() const override;
  [[nodiscard]] std::uint64_t flits_in_flight() const override;
  /// All edges at which anything happens are pending.
  [[nodiscard]] Cycles changes_from(Cycles /*now*/) const override { return Cycles::max(); }
  [[nodiscard]] bool drained() const override;
  [[nodiscard]] ProbeList probes(int number) const override;
  [[nodiscard]] std::vector<WaitingPacket> waiting() const override;
  [[nodiscard]] std::vector<std::string> conservation_faults() const override;
  [[nodiscard]] std::vector<std::string> final_faults() const override;

 private:
  const MachineConfig config_;
  ClockDomain domain_;
  NodeGroup nodes_;
  sc_core::sc_vector<sc_core::sc_signal<bool>> irqs_;
};

}  // namespace tactus
