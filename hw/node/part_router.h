#pragma once

#include <systemc>

#include <memory>
#include <string>
#include <vector>

#include "hw/node/part_policy.h"
#include "hw/node/part_watch.h"
#include "hw/node/part_wires.h"
#include "hw/router/router_ledger.h"

namespace tactus {

/// A router of a plug-in in a node. Its ports are those of the plug-in's module, its child `part`; the views are made
/// from what goes over them.
///
/// Every edge is held to the contract of a part. Raises kPart with the plug-in's name, the instance, the port and the
/// cycle. Reference: docs/reference/parts.md.
class PartRouter final : public sc_core::sc_module, public RouterModule {
 public:
  /// All that `site` names and `part` must outlive it.
  PartRouter(const sc_core::sc_module_name& name, const RouterPart& part, const PartSite& site);
  ~PartRouter() override;

  void observe(PacketObserver* observer) override { ledger_.observe(observer); }
  [[nodiscard]] int virtual_channels() const override { return ledger_.virtual_channels(); }
  [[nodiscard]] std::uint64_t flits_sent(int port) const override { return ledger().flits_sent(port); }
  [[nodiscard]] int occupancy(int port, int vc) const override { return ledger().occupancy(port, vc); }
  [[nodiscard]] int credits(int port, int vc) const override { return ledger().credits(port, vc); }
  [[nodiscard]] int credit_capacity(int port) const override { return ledger_.credit_capacity(port); }
  [[nodiscard]] std::vector<WaitingPacket> waiting() const override { return ledger().waiting(); }
  /// Flits on the ports, occupancy and credits; and, under ".part", the probes of a part that is a RouterView.
  void add_probes(ProbeList& probes, const std::string& scope) const override;
  [[nodiscard]] std::vector<std::string> final_faults() const override;

 private:
  void end_of_elaboration() override { wires_.find<RouterPins>(*this); }
  void start_of_simulation() override { wires_.check_readers(); }
  /// The accounts with all that has been put by now.
  [[nodiscard]] const RouterLedger& ledger() const {
    watch_.settle();
    return ledger_;
  }

  RouterLedger ledger_;
  PartWatch watch_;
  std::unique_ptr<RouterPins> part_;
  PartWires wires_;
};

/// The router of `part`, held to its contract.
std::unique_ptr<RouterModule> make_part_router(const char* name, const RouterPart& part, const PartSite& site);

}  // namespace tactus
