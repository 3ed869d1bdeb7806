#pragma once

#include <fmt/core.h>

#include <cstddef>
#include <vector>

#include "hw/link/flit.h"
#include "hw/link/wire.h"
#include "hw/node/part_watch.h"

namespace tactus {

/// Pins of a plug-in's part, which are those of the module around it, and the wires behind them: by port of a router,
/// by engine of a NIC. `Pins` is RouterPins or NicPins.
class PartWires {
 public:
  struct Port {
    Wire<Flit>* flit_in = nullptr;
    Wire<CreditReturn>* credit_out = nullptr;
    Wire<Flit>* flit_out = nullptr;
    Wire<CreditReturn>* credit_in = nullptr;
  };

  /// For a part that has `ports` ports; `unit` and `source` say what they are and where the part could have read how
  /// many. `watch` must outlive it.
  PartWires(std::size_t ports, const PartWatch& watch, const char* unit, const char* source)
      : ports_(ports), watch_(watch), unit_(unit), source_(source) {}

  [[nodiscard]] const std::vector<Port>& ports() const { return ports_; }

  /// Binds the pins of `part` to those of the module around it. Raises kPart if there are not as many.
  template <class Pins>
  void bind(Pins& part, Pins& around) const {
    const std::size_t ports = ports_.size();
    const bool fits = part.flit_i.size() == ports && part.credit_o.size() == ports && part.flit_o.size() == ports &&
                      part.credit_i.size() == ports;
    if (!fits) watch_.violated(fmt::format("{} {} instead of the {} of {}", part.flit_i.size(), unit_, ports, source_));
    for (std::size_t port = 0; port < ports; ++port) {
      part.flit_i[port](around.flit_i[port]);
      part.credit_o[port](around.credit_o[port]);
      part.flit_o[port](around.flit_o[port]);
      part.credit_i[port](around.credit_i[port]);
    }
  }
  /// Finds the wires behind the pins of the module around the part, at the end of elaboration.
  template <class Pins>
  void find(Pins& around) {
    for (std::size_t port = 0; port < ports_.size(); ++port) {
      ports_[port] = {&wire_at<Flit>(around.flit_i[port]), &wire_at<CreditReturn>(around.credit_o[port]),
                      &wire_at<Flit>(around.flit_o[port]), &wire_at<CreditReturn>(around.credit_i[port])};
    }
  }
  /// Raises kPart for an input that the part does not read, at the start of simulation.
  void check_readers() const;

  /// Tells the accounts of the part what it has put at `edge`.
  template <class Ledger>
  void tell_outputs(Ledger& ledger, Cycles edge) const {
    for (std::size_t port = 0; port < ports_.size(); ++port) {
      const Wire<Flit>& wire = *ports_[port].flit_out;
      const Flit& flit = wire.due_at(edge + wire.delay());
      if (flit.valid) ledger.flit_out(static_cast<int>(port), flit, edge);
    }
    for (std::size_t port = 0; port < ports_.size(); ++port) {
      const Wire<CreditReturn>& wire = *ports_[port].credit_out;
      ledger.credits_out(static_cast<int>(port), wire.due_at(edge + wire.delay()));
    }
  }
  /// Tells the accounts of the part what it samples at `edge`.
  template <class Ledger>
  void tell_inputs(Ledger& ledger, Cycles edge) const {
    for (std::size_t port = 0; port < ports_.size(); ++port) {
      ledger.credits_in(static_cast<int>(port), ports_[port].credit_in->due_at(edge));
      const Flit& flit = ports_[port].flit_in->due_at(edge);
      if (flit.valid) ledger.flit_in(static_cast<int>(port), flit, edge);
    }
  }

 private:
  std::vector<Port> ports_;
  const PartWatch& watch_;
  const char* unit_;
  const char* source_;
};

}  // namespace tactus
