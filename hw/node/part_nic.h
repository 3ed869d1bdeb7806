#pragma once

#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "hw/nic/nic_ledger.h"
#include "hw/node/part_policy.h"
#include "hw/node/part_watch.h"
#include "hw/node/part_wires.h"

namespace tactus {

/// A NIC of a plug-in in a node. Its ports are those of the plug-in's module, its child `part`; flits and packets are
/// counted on them, and all other views are the part's own.
///
/// Every edge is held to the contract of a part. Raises kPart. Reference: docs/reference/parts.md.
class PartNic final : public sc_core::sc_module, public NicModule {
 public:
  /// All that `site` names, `part` and `memory` must outlive it.
  PartNic(const sc_core::sc_module_name& name, const NicPart& part, const PartSite& site, MemoryPort& memory);
  ~PartNic() override;

  tlm::tlm_target_socket<32>& register_socket() override { return part_->register_socket(); }
  void see(const RouterRoom& room) override { part_->see(room); }
  void observe(PacketObserver* observer) override { ledger_.observe(observer); }
  [[nodiscard]] std::uint64_t counter(std::uint64_t offset) const override;
  [[nodiscard]] std::uint64_t flits_sent() const override { return ledger().flits_sent(); }
  [[nodiscard]] std::uint64_t flits_received() const override { return ledger().flits_received(); }
  [[nodiscard]] std::uint64_t flits_in_receive_buffer() const override { return ledger().flits_in_receive_buffer(); }
  [[nodiscard]] bool something_due() const override { return part_->something_due(); }
  [[nodiscard]] bool writes_pending() const override { return part_->writes_pending(); }
  [[nodiscard]] bool control_pending() const override { return part_->control_pending(); }
  void add_probes(ProbeList& probes, const std::string& scope) const override { part_->add_probes(probes, scope); }
  [[nodiscard]] std::vector<std::string> final_faults() const override;

 private:
  void end_of_elaboration() override { wires_.find<NicPins>(*this); }
  void start_of_simulation() override { wires_.check_readers(); }
  /// The accounts with all that has been put by now.
  [[nodiscard]] const NicLedger& ledger() const {
    watch_.settle();
    return ledger_;
  }

  NicLedger ledger_;
  PartWatch watch_;
  std::unique_ptr<NicModule> part_;
  PartWires wires_;
};

/// The NIC of `part`, held to its contract.
std::unique_ptr<NicModule> make_part_nic(const char* name, const NicPart& part, const PartSite& site,
                                         MemoryPort& memory);

}  // namespace tactus
