#pragma once

#include <systemc>

#include "hw/common/clocked_module.h"
#include "hw/link/wire.h"

namespace tactus {

/// Where a signal of the world outside enters a clock domain: in every cycle the wire carries to the next edge what the
/// signal shows then, whenever in the cycle it came to show it.
///
/// A register outside that is clocked by ClockPins, or by an sc_clock with its rising edges at those of the domain, and
/// one behind the wire are one edge apart, as two modules of the domain. Reference: docs/reference/wire.md.
template <class T>
class SignalToWire : public ClockedModule {
 public:
  sc_core::sc_in<T> signal_i;
  sc_core::sc_out<T> wire_o;  ///< bound to a Wire

  SignalToWire(const sc_core::sc_module_name& name, ClockDomain& domain)
      : ClockedModule(name, domain), signal_i("signal_i"), wire_o("wire_o") {
    SC_HAS_PROCESS(SignalToWire);
    SC_METHOD(on_change);
    sensitive << signal_i;
    dont_initialize();
  }

 private:
  void end_of_elaboration() override { wire_ = &wire_at<T>(wire_o); }
  Cycles tick(Cycles now) override {
    wire_->write(signal_i.read());
    return signal_i.read() == T{} ? kUntilWoken : now + Cycles{1};
  }
  /// The level outlives a reset.
  void reset() override { wire_->write(signal_i.read()); }
  void on_change() {
    wire_->write(signal_i.read());
    wake();
  }

  Wire<T>* wire_ = nullptr;
};

}  // namespace tactus
