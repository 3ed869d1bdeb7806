#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "hw/nic/nic.h"
#include "rtl/twin/lockstep.h"
#include "rtl/twin/memory_tap.h"
#include "rtl/twin/nic_pin_bits.h"
#include "rtl/twin/noted_pacer.h"
#include "rtl/twin/part_bits.h"
#include "rtl/twin/rtl_pacer.h"
#include "rtl/twin/twin_setup.h"

namespace tactus {

/// Tap on the memory that the Nic is given: an RtlNic has it before it is a Nic.
struct TappedMemory {
  TappedMemory(MemoryPort& memory, MachineConfig config)
      : tapped_config(std::move(config)), tap(memory, tapped_config) {}
  const MachineConfig tapped_config;
  MemoryTap tap;
};

/// A NIC in RTL (rtl/nic/nic_top.sv) in the place of a Nic, with the Nic beside it: both get the same accesses, flits,
/// credits and answers of memory. Every answer to software, and everything that either drives or asks of memory, is
/// compared at every edge at which the Nic runs. Views, probes and observers are the model's.
///
/// Raises kRtlDifference and kRtlAssertion, besides what Nic raises. Reference: docs/reference/rtl_nic.md.
class RtlNic final : private TappedMemory, public Nic {
 public:
  /// `domain` and `memory` must outlive it; `rtl_nic_faults` has nothing against `config`. With the NIC and the pacer
  /// of `setup`, if it has any.
  RtlNic(const sc_core::sc_module_name& name, ClockDomain& domain, const MachineConfig& config, Coordinate position,
         MemoryPort& memory, const TwinSetup& setup = {});
  ~RtlNic() override;

  /// The model's, and beside each of its flit outputs that of the RTL, "rtl_flit_o_valid" and so on.
  void add_probes(ProbeList& probes, const std::string& scope) const override;

 private:
  void reset() override;
  Cycles tick(Cycles now) override;
  void b_transport(tlm::tlm_generic_payload& access, sc_core::sc_time& delay) override;
  void access_rtl(const tlm::tlm_generic_payload& access, bool write, std::uint32_t written);

  void sample(Cycles now, Lockstep::Row& row) const;
  Cycles tick_model(Cycles now);
  void note_model(Lockstep::Row& row) const;
  void answer_rtl(Cycles now);
  void note_requests(Lockstep::Row& row);
  void note_pacers(Lockstep::Row& row) const;
  /// First edge after `now` at which the RTL has to run, if the model has to at `next`.
  [[nodiscard]] Cycles next_edge(Cycles now, Cycles next);

  const unsigned engines_;
  const NicPinBits pins_;
  const NodeCounter counter_;
  std::unique_ptr<VerilatedNic> rtl_;
  const PartBits pacer_bits_;                      ///< ports of replaced pacers; empty if ours are in the RTL
  std::vector<std::unique_ptr<RtlPacer>> pacers_;  ///< by engine; none where the model paces
  std::deque<NotedPacer> noted_pacers_;            ///< by engine, if pacers are replaced
  Lockstep lockstep_;
  /// Tag of the RTL for a write of the model, by engine: each has numbers of its own.
  std::vector<std::map<std::uint32_t, std::uint32_t>> write_tags_;
};

}  // namespace tactus
