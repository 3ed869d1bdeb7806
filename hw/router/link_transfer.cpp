#include "hw/router/link_transfer.h"

#include <algorithm>
#include <cmath>

#include "hw/common/random.h"

namespace tactus {
namespace {

constexpr std::uint64_t kErrors = 0xE44;  ///< draws of nothing else

/// Streams of draws for each node.
std::uint64_t ways_of(const NetworkShape& network) { return network.is_graph() ? kMaxDirections : kMaxTorusDirections; }

}  // namespace

LinkTransfer::LinkTransfer(const MachineConfig& config, Coordinate position, Direction direction)
    : speed_(config.link_speed(position, direction)),
      bit_error_rate_(config.faults.bit_error_rate),
      // An error is known at the far end with the last flit; the word of it comes back over the link.
      repeat_(2 * speed_.delay + config.clock.covering(config.faults.retry_delay).count()),
      seed_(config.faults.seed ^ kErrors),
      stream_(static_cast<std::uint64_t>(config.network.node(position)) * ways_of(config.network) +
              static_cast<std::uint64_t>(direction)) {
  const Coordinate other = config.network.neighbour(position, direction);
  for (const LinkOutage& outage : config.faults.outages) {
    const bool named = std::any_of(outage.cables.begin(), outage.cables.end(),
                                   [&](const Cable& cable) { return cable.joins(position, other); });
    if (!named) continue;
    outages_.emplace_back(config.clock.covering(outage.from).count(), config.clock.covering(outage.until).count());
  }
  std::sort(outages_.begin(), outages_.end());
}

LinkTransfer::Transfer LinkTransfer::transfer(std::uint64_t grant, std::uint64_t flits) const {
  const std::uint64_t cycles = flits + speed_.stretch(flits);
  int repetitions = 0;
  std::uint64_t start = grant;
  bool again = true;
  while (again) {
    again = false;
    for (const auto& [first, end] : outages_) {
      // What is on the wire when it goes down is carried again, from the first cycle in which it is up.
      if (start + cycles < first || start + 1 >= end) continue;
      start = end - 1;
    }
    if (bit_error_rate_ == 0 || !errs(start, flits)) continue;
    start += cycles + repeat_;
    ++repetitions;
    again = true;
  }
  return {start + cycles - flits - grant, repetitions};
}

bool LinkTransfer::errs(std::uint64_t start, std::uint64_t flits) const {
  constexpr double kFlitBits = 8.0 * static_cast<double>(kFlitBytes.count());
  // 1 - (1 - p)^n, without cancellation.
  const double wrong = -std::expm1(static_cast<double>(flits) * kFlitBits * std::log1p(-bit_error_rate_));
  return RandomStream(seed_, stream_).unit(start) <= wrong;
}

}  // namespace tactus
