#pragma once

#include <cstdint>

#include "rtl/twin/pin_bits.h"

namespace tactus {

/// A Verilated `output_arbiter` by itself, behind an interface that knows neither Verilator nor SystemC. It has no
/// state: one of them serves all outputs.
class VerilatedArbiter {
 public:
  struct Decision {
    std::uint64_t grant = 0;
    std::uint64_t state = 0;
  };

  virtual ~VerilatedArbiter() = default;
  /// Grants to whom of `request` the arbiter's order puts first; to nobody or to several if that is no order. There are
  /// as many requesters as the router has ports times VCs, 64 at most. `before` has a bit for each pair, row by row.
  virtual Decision decide(bool oldest_first, unsigned requesters, std::uint64_t request, const PinWord* before,
                          std::uint64_t state) = 0;
};

}  // namespace tactus
