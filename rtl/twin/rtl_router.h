#pragma once

#include <memory>
#include <vector>

#include "hw/router/vc_router.h"
#include "rtl/twin/lockstep.h"
#include "rtl/twin/noted_arbiter.h"
#include "rtl/twin/part_bits.h"
#include "rtl/twin/router_pin_bits.h"
#include "rtl/twin/twin_setup.h"

namespace tactus {

/// Notes of the arbiters of a router: it has them before they are made.
struct WithArbiterNotes {
  std::shared_ptr<ArbiterNotes> arbiter_notes = std::make_shared<ArbiterNotes>();  ///< empty if nobody asks for them
};

/// A router in RTL (rtl/router/vc_router.sv) in the place of a VcRouter, with the VcRouter beside it: both sample the
/// same, and what either drives is compared at every edge, so that what stands on the wires is what both drive. Views,
/// probes and observers are the model's.
///
/// Sleeps as the model does, a little later: the RTL's clock stands while the model would change nothing.
/// Raises kRtlDifference and kRtlAssertion, besides what VcRouter raises. Reference: docs/reference/rtl.md.
class RtlRouter final : private WithArbiterNotes, public VcRouter {
 public:
  /// `domain` and `config` must outlive it; `rtl_router_faults` has nothing against `config`. With the router and the
  /// arbiter of `setup`, if it has any.
  RtlRouter(const sc_core::sc_module_name& name, ClockDomain& domain, const MachineConfig& config, Coordinate position,
            const TwinSetup& setup = {});
  ~RtlRouter() override;

  /// The model's, and beside each of its flit outputs that of the RTL, "rtl_flit_o".
  void add_probes(ProbeList& probes, const std::string& scope) const override;

 private:
  void reset() override;
  Cycles tick(Cycles now) override;
  Cycles tick_model(Cycles now);
  void sample(Cycles now, Lockstep::Row& row) const;
  void note_model(Lockstep::Row& row) const;
  void note_arbiters(Lockstep::Row& row) const;

  const RouterPorts ports_;
  const RouterPinBits pins_;
  std::unique_ptr<VerilatedRouter> rtl_;
  const std::uint64_t by_age_;   ///< strap of the outputs' arbiters
  const PartBits arbiter_bits_;  ///< ports of replaced arbiters; empty if ours are in the RTL
  Lockstep lockstep_;
  ArbiterNotes granted_before_;   ///< grants of the model at the edge before
  std::uint64_t idle_edges_ = 0;  ///< since the model would have slept and nothing was driven
};

}  // namespace tactus
