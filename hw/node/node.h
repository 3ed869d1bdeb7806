#pragma once

#include <memory>
#include <systemc>
#include <tlm>

#include "hw/common/machine_config.h"
#include "hw/link/flit_trace.h"
#include "hw/link/wire.h"
#include "hw/node/first_output.h"
#include "hw/node/node_parts.h"

namespace tactus {

/// One node of the network: NICs, a memory and a router, made by factories; or a switch of a graph, a router alone.
/// Nothing comes in or goes out by the ports that its router has for NICs.
///
/// Structure only, on the clock domain that it is given; the ports of all directions are bound to wires. The processor
/// is bound from outside to the NIC's registers and its interrupt line, because what runs on it belongs to the
/// workload, not to the hardware. Reference: docs/reference/node.md.
class Node : public sc_core::sc_module {
 public:
  sc_core::sc_vector<sc_core::sc_in<Flit>> flit_i;  ///< from the neighbours, by direction
  sc_core::sc_vector<sc_core::sc_out<CreditReturn>> credit_o;
  sc_core::sc_vector<sc_core::sc_out<Flit>> flit_o;  ///< to the neighbours
  sc_core::sc_vector<sc_core::sc_in<CreditReturn>> credit_i;
  sc_core::sc_out<bool> irq_o;  ///< the NIC's interrupt; of a switch never on

  /// All that `site` names must outlive the node.
  Node(const sc_core::sc_module_name& name, const NodeSite& site, const NodeParts& parts);

  [[nodiscard]] bool is_switch() const { return nic_ == nullptr; }
  /// A switch has none.
  [[nodiscard]] NicModule& nic() { return *nic_; }
  [[nodiscard]] const NicModule& nic() const { return *nic_; }
  [[nodiscard]] RouterModule& router() { return *router_; }
  [[nodiscard]] const RouterModule& router() const { return *router_; }
  /// Flits in the router's buffers and on the wires between router and NIC.
  [[nodiscard]] std::uint64_t flits_present() const;
  /// Credits are on a wire between router and NIC.
  [[nodiscard]] bool credits_under_way() const;

 private:
  void bind_links();
  void bind_nic_ports();
  void bind_nics();

  const RouterPorts ports_;
  std::unique_ptr<MemoryPort> memory_;  ///< null in a switch, as the next
  std::unique_ptr<NicModule> nic_;
  std::unique_ptr<RouterModule> router_;  ///< after the NIC, which looks at it as it was before the edge
  FirstOutput first_output_;
  // Between the NICs and their ports of the router.
  sc_core::sc_vector<Wire<Flit>> inject_;
  sc_core::sc_vector<Wire<CreditReturn>> inject_credit_;
  sc_core::sc_vector<Wire<Flit>> eject_;
  sc_core::sc_vector<Wire<CreditReturn>> eject_credit_;
};

}  // namespace tactus
