#include "hw/common/link_speeds.h"

#include <algorithm>

namespace tactus {

LinkSpeeds::LinkSpeeds(const MachineConfig& config) : directions_(config.network.directions()) {
  const NetworkShape& network = config.network;
  const auto at = [](int port) { return static_cast<Direction>(port); };
  // What dimensions have holds for a link of any node that no override names.
  for (int port = 0; port < directions_; ++port) kinds_.push_back(kind(config.link_speed(dimension_of(at(port)))));
  const std::vector<LinkOverride>& overrides = config.link.overrides;
  if (std::all_of(overrides.begin(), overrides.end(), [](const LinkOverride& each) { return each.cables.empty(); })) {
    return;
  }
  const std::vector<std::uint16_t> row = kinds_;
  row_ = row.size();
  kinds_.reserve(row_ * static_cast<std::size_t>(network.nodes()));
  for (int node = 1; node < network.nodes(); ++node) kinds_.insert(kinds_.end(), row.begin(), row.end());
  for (const LinkOverride& entry : overrides) {
    for (const Cable& cable : entry.cables) {
      for (const auto& [node, other] : {std::pair{cable.from, cable.to}, std::pair{cable.to, cable.from}}) {
        for (int port = 0; port < directions_; ++port) {
          if (!network.has_link(node, at(port)) || !(network.neighbour(node, at(port)) == other)) continue;
          kinds_[place(network.node(node), port)] = kind(config.link_speed(node, at(port)));
        }
      }
    }
  }
}

std::uint16_t LinkSpeeds::kind(const LinkSpeed& speed) {
  const auto found = std::find(speeds_.begin(), speeds_.end(), speed);
  const auto number = static_cast<std::uint16_t>(found - speeds_.begin());
  if (found == speeds_.end()) speeds_.push_back(speed);
  return number;
}

}  // namespace tactus
