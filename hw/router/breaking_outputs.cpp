#include "hw/router/breaking_outputs.h"

#include <algorithm>

namespace tactus {

BreakingOutputs::BreakingOutputs(const MachineConfig& config, Coordinate position) {
  for (const LinkBreak& each : config.faults.breaks) {
    PortSet outputs = 0;
    for (int port = 0; port < config.network.directions(); ++port) {
      const auto direction = static_cast<Direction>(port);
      if (!config.network.has_link(position, direction)) continue;
      const Coordinate other = config.network.neighbour(position, direction);
      if (each.close(position, other)) outputs |= port_bit(port);
    }
    if (outputs != 0) edges_.emplace_back(config.clock.covering(each.at).count(), outputs);
  }
  std::sort(edges_.begin(), edges_.end());
  reset();
}

void BreakingOutputs::reset() {
  taken_ = 0;
  next_ = edges_.empty() ? std::numeric_limits<std::uint64_t>::max() : edges_.front().first;
}

PortSet BreakingOutputs::take(std::uint64_t now) {
  PortSet outputs = 0;
  for (; taken_ < edges_.size() && edges_[taken_].first <= now; ++taken_) outputs |= edges_[taken_].second;
  next_ = taken_ < edges_.size() ? edges_[taken_].first : std::numeric_limits<std::uint64_t>::max();
  return outputs;
}

}  // namespace tactus
