#include "hw/router/up_down.h"

#include <fmt/format.h>

#include "hw/router/network_follower.h"

namespace tactus {

RouteDecision UpDown::route(Coordinate here, int in_port, int /*in_vc*/, const RouteHeader& header) const {
  if (here == header.destination) {
    return {static_cast<std::uint8_t>(ports_.nic_port(header.destination_nic)), all_vcs_};
  }
  const int node = shape_.node(here);
  const bool down = !ports_.is_nic(in_port) && network_->links().comes_down(node, in_port);
  return {static_cast<std::uint8_t>(tree_.next(node, shape_.node(header.destination), down)), all_vcs_};
}

std::optional<std::vector<Channel>> UpDown::find_cycle(const MachineConfig& config) {
  // Neither the NIC nor the VC has a part in the way.
  MachineConfig one = config;
  one.nic.count = 1;
  one.router.virtual_channels = 1;
  return follow_network(one, UpDown(one)).cycle;
}

std::string UpDown::refusal(const MachineConfig& config) {
  if (std::string refusal = LiveNetwork::refusal(config); !refusal.empty()) return refusal;
  const auto network = live_network(config);
  const auto& pair = network->tree().without_way();
  if (!pair) return {};
  const auto text = [&](int node) { return config.network.text(config.network.coordinate(node)); };
  return fmt::format("no way is left from {} up the tree and down to {}", text(pair->first), text(pair->second));
}

}  // namespace tactus
