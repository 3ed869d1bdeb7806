#pragma once

#include <systemc>

#include "hw/common/clocked_module.h"
#include "hw/link/wire.h"

namespace tactus {

/// Where a wire of a clock domain leaves it: the signal shows in every cycle what the wire brings to the next edge,
/// from two deltas after the edge that begins the cycle.
///
/// So a process that is sensitive to the rising edge of ClockPins, or of an sc_clock whose edges are the domain's,
/// samples what a module of the domain would sample at that edge. Never sleeps. Reference: docs/reference/wire.md.
template <class T>
class WireToSignal : public ClockedModule {
 public:
  sc_core::sc_in<T> wire_i;  ///< bound to a Wire, of which this is the reader
  sc_core::sc_out<T> signal_o;

  WireToSignal(const sc_core::sc_module_name& name, ClockDomain& domain)
      : ClockedModule(name, domain), wire_i("wire_i"), signal_o("signal_o"), edge_passed_("edge_passed") {
    SC_HAS_PROCESS(WireToSignal);
    SC_METHOD(show);
    sensitive << edge_passed_;
    dont_initialize();
  }

 private:
  void end_of_elaboration() override {
    wire_ = &wire_at<T>(wire_i);
    wire_->read_by(*this, 0);
  }
  Cycles tick(Cycles now) override {
    if (arrivals(now) != 0) wire_->take();
    // Whatever is put at this edge has been put when all modules have run.
    edge_passed_.notify(sc_core::SC_ZERO_TIME);
    return now + Cycles{1};
  }
  void reset() override { edge_passed_.notify(sc_core::SC_ZERO_TIME); }
  void show() { signal_o.write(wire_->read()); }

  Wire<T>* wire_ = nullptr;
  sc_core::sc_event edge_passed_;
};

}  // namespace tactus
