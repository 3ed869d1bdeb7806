#pragma once

#include <systemc>

#include "hw/common/units.h"

namespace tactus {

/// A module with one clock that costs nothing while it has nothing to do.
///
/// `tick` runs at every rising edge while the module is awake. It returns the next cycle in which the
/// module has to run even if nothing new arrives: `now + 1` to stay awake, a later cycle to sleep until
/// then, `kUntilWoken` to sleep until an event given to `wake_on` is notified. Sleeping is invisible:
/// a module sleeps only when ticking would change neither its state nor its outputs.
class ClockedModule : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clk_i;
  sc_core::sc_in<bool> rst_ni;  ///< synchronous: sampled at the rising edge

 protected:
  static constexpr Cycles kUntilWoken = Cycles::max();

  ClockedModule(const sc_core::sc_module_name& name, Picoseconds period);

  virtual Cycles tick(Cycles now) = 0;
  /// Rising edge with `rst_ni` low: state and outputs as after power-on.
  virtual void reset() = 0;
  /// To be called from `end_of_elaboration` (ports are bound by then).
  void wake_on(const sc_core::sc_event& event) { wake_events_ |= event; }

  [[nodiscard]] Picoseconds period() const { return period_; }
  /// Cycle that contains the present time: edge k begins cycle k.
  [[nodiscard]] Cycles cycle_now() const;

 private:
  /// Reset reaches a module that sleeps.
  void start_of_simulation() override { wake_on(rst_ni.value_changed_event()); }
  void on_clock();

  Picoseconds period_;
  sc_core::sc_event_or_list wake_events_;
};

}  // namespace tactus
