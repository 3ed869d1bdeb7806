#include "testbench/tests/unit/hw/router/naive_link.h"

#include <algorithm>
#include <vector>

namespace tactus {
namespace {

/// Cycles that a link which carries `rate` of `full` needs for `flits`.
std::uint64_t cycles_on_link(std::uint64_t flits, std::uint64_t full, std::uint64_t rate) {
  std::uint64_t cycles = flits;
  while (cycles * rate < flits * full) ++cycles;
  return cycles;
}

}  // namespace

std::uint64_t naive_link_end(const MachineConfig& config, Coordinate position, int out_port, std::uint64_t granted,
                             std::uint64_t flits) {
  if (out_port >= 2 * config.network.dimensions()) return granted + flits;
  const Coordinate next = config.network.neighbour(position, static_cast<Direction>(out_port));
  const auto is_here = [&](const Cable& cable) { return cable.joins(position, next); };
  const auto names = [&](const std::vector<Cable>& cables) {
    return std::any_of(cables.begin(), cables.end(), is_here);
  };
  std::uint64_t rate = config.link.bandwidth.count();
  for (const bool by_name : {false, true}) {
    for (const LinkOverride& entry : config.link.overrides) {
      if (by_name ? !names(entry.cables) : entry.dimension != out_port / 2) continue;
      if (entry.bandwidth) rate = entry.bandwidth->count();
    }
  }
  const auto down = [&](std::uint64_t cycle) {
    return std::any_of(config.faults.outages.begin(), config.faults.outages.end(), [&](const LinkOutage& outage) {
      const Picoseconds edge = config.clock.edge(Cycles{cycle});
      return outage.have_cable(position, next) && edge >= outage.from && edge < outage.until;
    });
  };
  const std::uint64_t length = cycles_on_link(flits, config.link.bandwidth.count(), rate);
  std::uint64_t first = granted + 1;
  for (std::uint64_t cycle = first;; ++cycle) {
    if (down(cycle)) {
      first = cycle + 1;
    } else if (cycle + 1 == first + length) {
      return cycle;
    }
  }
}

/// A flit of `packet` is on ST at `edge`: the last of L when the link can carry it, the others just before; of a flit
/// granted at g at g + 1.

}  // namespace tactus
