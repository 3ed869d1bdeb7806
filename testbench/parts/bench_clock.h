#pragma once

#include <systemc>

#include <cstdint>

#include "hw/common/clock_domain.h"
#include "hw/common/sc_time_conversion.h"
#include "hw/common/units.h"

namespace tactus {

/// Clock domain of a bench that is stepped edge by edge. Edges are numbered as in docs/timing.md: edge k begins
/// cycle k, and reset is low at edge 0. Between two steps simulated time stands in the middle of a cycle: outputs
/// written at the last edge can be read, inputs written now are sampled at the next.
class BenchClock {
 public:
  static constexpr Picoseconds kPeriod{4000};

  [[nodiscard]] std::uint64_t next_edge() const { return next_edge_; }
  void step() {
    sc_core::sc_start(to_sc_time(next_edge_ == 0 ? Picoseconds{kPeriod.count() / 2} : kPeriod));
    ++next_edge_;
  }
  /// So many edges at once, at which inputs stay as they are.
  void step(std::uint64_t edges) {
    sc_core::sc_start(to_sc_time(kPeriod * edges));
    next_edge_ += edges;
  }
  /// Reset is low at the next edge.
  void reset_at_next_edge() { domain.reset(); }

  ClockDomain domain{"clock", Clock{kPeriod}};

 private:
  std::uint64_t next_edge_ = 0;
};

}  // namespace tactus
