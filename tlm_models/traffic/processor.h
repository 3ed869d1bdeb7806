#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <systemc>

#include "hw/common/clock.h"
#include "hw/common/units.h"
#include "tlm_models/traffic/nic_driver.h"
#include "tlm_models/traffic/processor_pins.h"

namespace tactus {

/// A node's processor as the NIC sees it: registers through `csr_isock`, completions by `irq_i`.
///
/// It acts in the middle of cycles: first in cycle 1, then in every cycle in which the interrupt is high and in those
/// that it asked for. In an action it first takes all completions, engine by engine, then runs. Between actions it
/// costs nothing. Reference: docs/reference/rank_processor.md.
class Processor : public sc_core::sc_module, public ProcessorPins {
 public:
  tlm_utils::simple_initiator_socket<Processor, 32> csr_isock;

  tlm::tlm_initiator_socket<32>& register_socket() override { return csr_isock; }

  /// Registers of the NIC that software has written so far.
  [[nodiscard]] const NicDriver::Writes& writes() { return driver().writes(); }

  static constexpr Cycles kFirstCycle{1};  ///< cycle 0 is the NIC's reset

 protected:
  static constexpr Cycles kOnInterrupt = Cycles::max();

  Processor(const sc_core::sc_module_name& name, Clock clock, PacingConfig pacing, std::uint32_t interrupts);

  /// Software's side of the NIC.
  virtual NicDriver& driver() = 0;
  /// The interrupt is high in cycle `now`: takes what is complete on `engine`, one of those that have one pending.
  virtual void take_completions(int engine, Cycles now) = 0;
  /// Does what is due in cycle `now`. Answers the next cycle in which to run, or `kOnInterrupt` if only a completion
  /// can give it something to do.
  virtual Cycles run(Cycles now) = 0;

 private:
  void start_of_simulation() override;
  void on_interrupt();
  void act();
  /// Time from now to the middle of `cycle`.
  [[nodiscard]] sc_core::sc_time until(Cycles cycle) const;

  Clock clock_;
  PacingConfig pacing_;
  std::uint32_t interrupts_;
  sc_core::sc_event act_event_;
};

}  // namespace tactus
