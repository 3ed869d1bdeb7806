#pragma once

#include <systemc>

#include <vector>

#include "hw/common/clocked_module.h"
#include "hw/link/flit.h"

namespace tactus {

/// One direction of a cable: flits forward, credits back, each `delay` cycles later (docs/timing.md, "Link").
///
/// A flit sampled at edge s is sampled by the far side at edge s + delay. The link never loses, reorders
/// or merges anything and has no flow control of its own. Reference: docs/reference/credit_link.md.
class CreditLink : public ClockedModule {
 public:
  sc_core::sc_in<Flit> flit_i;             ///< from the upstream router
  sc_core::sc_out<Flit> flit_o;            ///< to the downstream router
  sc_core::sc_in<CreditReturn> credit_i;   ///< from the downstream router
  sc_core::sc_out<CreditReturn> credit_o;  ///< to the upstream router

  /// `delay` is at least one cycle.
  CreditLink(const sc_core::sc_module_name& name, Picoseconds period, Cycles delay);

  [[nodiscard]] unsigned flits_in_flight() const { return flits_in_flight_; }
  /// Credits of VC `vc` under way.
  [[nodiscard]] unsigned credits_in_flight(int vc) const;

 private:
  void end_of_elaboration() override;
  Cycles tick(Cycles now) override;
  void reset() override;

  struct Stage {
    Flit flit;
    CreditReturn credits = 0;
  };
  std::vector<Stage> stages_;
  std::size_t position_ = 0;  ///< stage that is written at this edge
  unsigned flits_in_flight_ = 0;
  unsigned credits_in_flight_ = 0;  ///< stages that hold credits
  bool driving_flit_ = false;
  bool driving_credit_ = false;
  const Flit* flit_in_ = nullptr;
  const CreditReturn* credit_in_ = nullptr;
};

}  // namespace tactus
