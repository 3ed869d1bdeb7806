#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <systemc>

#include <memory>
#include <string>

#include "hw/common/policy_contract.h"
#include "hw/common/probe.h"
#include "tlm_models/traffic/processor_part.h"
#include "tlm_models/traffic/rank_ledger.h"
#include "tlm_models/traffic/rank_view.h"
#include "tlm_models/traffic/ring_ledger.h"

namespace tactus {

/// A processor of a plug-in between a NIC's registers and its interrupt, known by its register accesses: they say which
/// messages of its rank's program it sends and receives, whatever software it executes.
///
/// An access is made in the middle of a cycle, from cycle 1 on, where our processors make theirs: a thread waits for
/// it. Raises kPart with the plug-in's name, the instance, the engine and the cycle. Reference:
/// docs/reference/parts.md.
class PartProcessor final : public sc_core::sc_module, public RankView {
 public:
  tlm_utils::simple_initiator_socket<PartProcessor, 32> csr_isock;  ///< to the NIC's registers
  sc_core::sc_in<bool> irq_i;

  /// All that `site` names, `part` and `observer`, which may be null, must outlive it.
  PartProcessor(const sc_core::sc_module_name& name, const ProcessorPart& part, const ProcessorSite& site,
                TrafficObserver* observer);

  [[nodiscard]] int rank() const override { return rank_.rank(); }
  /// All messages of the program are done, and the processor is not busy.
  [[nodiscard]] bool finished() const override { return rank_.finished() && !busy(); }
  [[nodiscard]] Picoseconds end() const override { return clock_.edge(rank_.end()); }
  [[nodiscard]] bool busy() const override;
  [[nodiscard]] RankStatus status() const override;
  /// Adds what the accesses have shown, for waveforms.
  void add_probes(ProbeList& probes, const std::string& scope) const;

 private:
  void start_of_simulation() override;
  void b_transport(tlm::tlm_generic_payload& access, sc_core::sc_time& delay);
  unsigned transport_dbg(tlm::tlm_generic_payload& access) { return csr_isock->transport_dbg(access); }
  /// Waits until an access is made; what comes `delay` ahead of its time has that taken off.
  void await(const tlm::tlm_generic_payload& access, sc_core::sc_time& delay) const;
  void account(std::uint64_t address, bool writes, std::uint32_t word, Cycles now);
  [[noreturn]] void violated(const std::string& what) const;

  const PolicyContract contract_;
  const Clock clock_;
  const RankMap& map_;
  tlm_utils::simple_target_socket<PartProcessor, 32> csr_tsock_;  ///< for the processor
  RankLedger rank_;
  RingLedger ring_;
  std::unique_ptr<ProcessorPins> processor_;
};

}  // namespace tactus
