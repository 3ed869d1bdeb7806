#include "hw/router/checked_routes.h"

#include <fmt/format.h>

namespace tactus {

CheckedRoutes::CheckedRoutes(const RoutingPolicy& policy, const MachineConfig& config)
    : contract_(RoutingKind::kName, policy),
      shape_(config.network),
      ports_(config.ports()),
      all_vcs_((1 << config.router.virtual_channels) - 1),
      asked_(contract_.made([&] { return policy.make(config); })) {
  for (int node = 0; node < shape_.nodes(); ++node) {
    for (int port = 0; port < ports_.directions(); ++port) {
      links_.push_back(config.has_link(shape_.coordinate(node), static_cast<Direction>(port)));
    }
  }
}

RouteDecision CheckedRoutes::route(Coordinate here, int in_port, int in_vc, const RouteHeader& header) const {
  const RouteDecision decision = contract_.twice("route", [&] { return asked_->route(here, in_port, in_vc, header); });
  if (decision.vc_mask == 0 || (decision.vc_mask & ~all_vcs_) != 0) {
    contract_.broken(fmt::format("`route` at {} lets a packet for {} take VCs {:#b}: the VCs of an output are {:#b}",
                                 shape_.text(here), shape_.text(header.destination), decision.vc_mask, all_vcs_));
  }
  if (decision.rooms != 0 || decision.bubble_vcs != 0) {
    contract_.broken(
        fmt::format("`route` at {} asks for {} rooms: bubble flow control is of routings that the program has",
                    shape_.text(here), decision.rooms));
  }
  if (!leads_somewhere(here, decision.out_port, header)) {
    contract_.broken(
        fmt::format("`route` at {} sends a packet for {} to port {}, where there is no link and not its NIC",
                    shape_.text(here), shape_.text(header.destination), decision.out_port));
  }
  return decision;
}

bool CheckedRoutes::leads_somewhere(Coordinate here, int out_port, const RouteHeader& header) const {
  if (out_port < ports_.directions())
    return links_[static_cast<std::size_t>(shape_.node(here) * ports_.directions() + out_port)];
  return here == header.destination && out_port == ports_.nic_port(header.destination_nic);
}

}  // namespace tactus
