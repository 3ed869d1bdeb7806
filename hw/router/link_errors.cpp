#include "hw/router/link_errors.h"

#include <algorithm>
#include <cmath>

#include "hw/common/random.h"

namespace tactus {
namespace {

constexpr std::uint64_t kErrors = 0xE44;  ///< draws of nothing else
constexpr double kFlitBits = 8.0 * static_cast<double>(kFlitBytes.count());

/// Streams of draws for each node.
std::uint64_t ways_of(const NetworkShape& network) { return network.is_graph() ? kMaxDirections : kMaxTorusDirections; }

}  // namespace

LinkErrors::LinkErrors(const MachineConfig& config, Coordinate position, Direction direction)
    : logarithm_(kFlitBits * std::log1p(-config.faults.bit_error_rate)),
      seed_(config.faults.seed ^ kErrors),
      stream_(static_cast<std::uint64_t>(config.network.node(position)) * ways_of(config.network) +
              static_cast<std::uint64_t>(direction)) {}

int LinkErrors::wrong_flit(std::uint64_t head, int flits) const {
  // 1 - (1 - p)^n, without cancellation.
  const double wrong = -std::expm1(flits * logarithm_);
  const double drawn = RandomStream(seed_, stream_).unit(head);
  if (drawn > wrong) return -1;
  // Where the draw falls says which flit it is.
  return std::min(static_cast<int>(drawn / wrong * flits), flits - 1);
}

}  // namespace tactus
