#pragma once

#include <vector>

#include "hw/common/router_ports.h"
#include "hw/link/flit.h"
#include "rtl/twin/lockstep.h"
#include "rtl/twin/verilated_router.h"

namespace tactus {

/// Where the ports of a router stand among the bits of a row: flits, then credits, each kind from a word on.
class RouterPinBits {
 public:
  explicit RouterPinBits(RouterPorts ports) : ports_(ports) {}

  /// The ports of one direction, for Lockstep. `side` is "i" or "o".
  [[nodiscard]] std::vector<TwinPort> twin_ports(const char* side) const;
  /// Words of all flit ports, and of all credit ports, of one direction.
  [[nodiscard]] unsigned flit_words() const;
  [[nodiscard]] unsigned credit_words() const;

  /// Puts what is on a port into the words of a row, where nothing but zeros is.
  void put_flit(std::vector<PinWord>& words, unsigned port, const Flit& flit) const;
  void put_credits(std::vector<PinWord>& words, unsigned port, CreditReturn credits) const;

  /// Clocks `rtl` with the inputs of `row`, the newest of `lockstep`, and puts what it drives there.
  void clock(VerilatedRouter& rtl, Lockstep::Row& row, const Lockstep& lockstep) const;

 private:
  [[nodiscard]] unsigned ports() const { return static_cast<unsigned>(ports_.count()); }

  RouterPorts ports_;
};

}  // namespace tactus
