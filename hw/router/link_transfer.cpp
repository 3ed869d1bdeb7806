#include "hw/router/link_transfer.h"

#include <algorithm>

namespace tactus {

LinkTransfer::LinkTransfer(const MachineConfig& config, Coordinate position, Direction direction)
    : speed_(config.link_speed(position, direction)) {
  const Coordinate other = config.network.neighbour(position, direction);
  for (const LinkOutage& outage : config.faults.outages) {
    if (!outage.have_cable(position, other)) continue;
    outages_.emplace_back(config.clock.covering(outage.from).count(), config.clock.covering(outage.until).count());
  }
  std::sort(outages_.begin(), outages_.end());
}

std::uint64_t LinkTransfer::lateness(std::uint64_t grant, std::uint64_t flits) const {
  const std::uint64_t cycles = flits + speed_.stretch(flits);
  std::uint64_t start = grant;
  for (const auto& [first, end] : outages_) {
    // What is on the wire when it goes down is carried again, from the first cycle in which it is up.
    if (start + cycles < first || start + 1 >= end) continue;
    start = end - 1;
  }
  return start + cycles - flits - grant;
}

}  // namespace tactus
