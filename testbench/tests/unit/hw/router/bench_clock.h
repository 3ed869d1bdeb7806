#pragma once

#include <systemc>

#include <cstdint>

#include "hw/common/sc_time_conversion.h"
#include "hw/common/units.h"

namespace tactus {

/// Clock and reset of a bench that is stepped edge by edge. Edges are numbered as in docs/timing.md: edge k begins
/// cycle k, and reset is low at edge 0. Between two steps simulated time stands in the middle of a cycle: outputs
/// written at the last edge can be read, inputs written now are sampled at the next.
class BenchClock {
 public:
  static constexpr Picoseconds kPeriod{4000};

  BenchClock() : clk("clk", to_sc_time(kPeriod), 0.5, sc_core::SC_ZERO_TIME, true), rst_n("rst_n", false) {}

  [[nodiscard]] std::uint64_t next_edge() const { return next_edge_; }
  void step() {
    sc_core::sc_start(to_sc_time(next_edge_ == 0 ? Picoseconds{kPeriod.count() / 2} : kPeriod));
    ++next_edge_;
    rst_n.write(true);
  }
  /// Reset is low at the next edge.
  void reset_at_next_edge() { rst_n.write(false); }

  sc_core::sc_clock clk;
  sc_core::sc_signal<bool> rst_n;

 private:
  std::uint64_t next_edge_ = 0;
};

}  // namespace tactus
