#pragma once

#include <systemc>

#include "hw/node/node_parts.h"
#include "hw/router/vc_router.h"

namespace tactus {

/// A router that breaks the credit rule: what its torus ports' input buffers give back goes nowhere. For tests of the
/// checkers.
class CreditDroppingRouter : public sc_core::sc_module, public RouterModule {
 public:
  CreditDroppingRouter(const sc_core::sc_module_name& name, const NodeSite& site);

  void observe(PacketObserver* observer) override { router_.observe(observer); }
  [[nodiscard]] int virtual_channels() const override { return router_.virtual_channels(); }
  [[nodiscard]] std::uint64_t flits_sent(int port) const override { return router_.flits_sent(port); }
  [[nodiscard]] int occupancy(int port, int vc) const override { return router_.occupancy(port, vc); }
  [[nodiscard]] int credits(int port, int vc) const override { return router_.credits(port, vc); }
  [[nodiscard]] int credit_capacity(int port) const override { return router_.credit_capacity(port); }
  [[nodiscard]] std::vector<WaitingPacket> waiting() const override { return router_.waiting(); }
  void add_probes(ProbeList& probes, const std::string& scope) const override { router_.add_probes(probes, scope); }
  [[nodiscard]] std::vector<std::string> final_faults() const override { return router_.final_faults(); }

 private:
  VcRouter router_;
  sc_core::sc_vector<Wire<CreditReturn>> nowhere_;
};

/// Makes one, for NodeParts.
std::unique_ptr<RouterModule> make_credit_dropping_router(const char* name, const NodeSite& site);

}  // namespace tactus
