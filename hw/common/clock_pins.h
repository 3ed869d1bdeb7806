#pragma once

#include <systemc>

#include "hw/common/clocked_module.h"

namespace tactus {

/// The clock and the reset of a domain as signals, for modules that need them: `clk_o` rises in the delta after
/// that in which the domain's modules run at an edge, and falls in the middle of the cycle; `rst_no` is low around the
/// edges of reset. Never sleeps. Reference: docs/reference/clock_domain.md.
class ClockPins : public ClockedModule {
 public:
  sc_core::sc_out<bool> clk_o;
  sc_core::sc_out<bool> rst_no;

  ClockPins(const sc_core::sc_module_name& name, ClockDomain& domain);

 private:
  Cycles tick(Cycles now) override;
  void reset() override;
  void rise(bool in_reset);
  void drive();

  sc_core::sc_event edge_event_;
  bool rises_ = false;
  bool in_reset_ = true;
};

}  // namespace tactus
