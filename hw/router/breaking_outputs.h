#pragma once

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/common/router_ports.h"

namespace tactus {

/// Outputs of a router behind which a cable breaks during the run (docs/reference/routing.md, ROUTE-59), in the order
/// of their edges. Plain class.
class BreakingOutputs {
 public:
  BreakingOutputs(const MachineConfig& config, Coordinate position);

  void reset();
  /// Some break at edge `now`, or have broken, and have not been taken.
  [[nodiscard]] bool due(std::uint64_t now) const { return now >= next_; }
  /// These, a bit for each: they are granted to nobody, at this edge already.
  PortSet take(std::uint64_t now);

 private:
  std::uint64_t next_ = std::numeric_limits<std::uint64_t>::max();
  std::size_t taken_ = 0;
  std::vector<std::pair<std::uint64_t, PortSet>> edges_;
};

}  // namespace tactus
