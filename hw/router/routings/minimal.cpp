#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>

#include "hw/router/live_network.h"
#include "hw/router/route_function.h"

namespace tactus {
namespace {

/// A shortest way, and on each link between switches the VC after that of the link before: as the VCs of a way only
/// rise, no circle closes (Guenther: Prevention of Deadlocks in Packet-Switched Data Transport Systems, IEEE Trans.
/// Commun. 29(4), 1981). The last link, to the host, takes any VC: what is behind it always moves on.
class Minimal final : public RouteFunction {
 public:
  explicit Minimal(const MachineConfig& config)
      : shape_(config.network),
        ports_(config.ports()),
        all_vcs_(config.router.all_vcs()),
        network_(live_network(config)) {}

  [[nodiscard]] RouteDecision route(Coordinate here, int in_port, int in_vc, const RouteHeader& header) const override {
    if (here == header.destination) {
      return {static_cast<std::uint8_t>(ports_.nic_port(header.destination_nic)), all_vcs_};
    }
    const int node = shape_.node(here);
    const int to = shape_.node(header.destination);
    const int port = network_->nearest(node, to);
    const bool last = network_->neighbour(node, port) == to;
    const bool first = ports_.is_nic(in_port) || network_->neighbour(node, in_port) < shape_.hosts();
    const int vc = first ? 0 : in_vc + 1;
    return {static_cast<std::uint8_t>(port), last ? all_vcs_ : static_cast<std::uint8_t>(1U << vc)};
  }

 private:
  NetworkShape shape_;
  RouterPorts ports_;
  std::uint8_t all_vcs_;
  std::shared_ptr<const LiveNetwork> network_;
};

/// Virtual channels that the longest of the ways needs.
int vcs_needed(const MachineConfig& config, const LiveNetwork& network) {
  int longest = 0;  // links between switches
  for (int from = 0; from < config.network.hosts(); ++from) {
    for (int to = 0; to < config.network.hosts(); ++to) longest = std::max(longest, network.distance(from, to) - 2);
  }
  return std::max(longest, 1);
}

std::string refusal(const MachineConfig& config) {
  if (!config.network.is_graph()) return "tori and meshes have dimension_order: this is for network.kind graph";
  const std::string too_large = LiveNetwork::refusal(config);
  if (!too_large.empty()) return too_large;
  const int needed = vcs_needed(config, *live_network(config));
  if (needed <= config.router.virtual_channels) return {};
  return "needs a virtual channel for each link between switches: set router.virtual_channels to " +
         std::to_string(needed) + " or more";
}

RoutingPolicy minimal() {
  RoutingPolicy policy;
  policy.name = "minimal";
  policy.summary = "A packet takes a shortest way through a graph, on each link between switches a higher VC.";
  policy.make = [](const MachineConfig& config) -> std::unique_ptr<const RouteFunction> {
    return std::make_unique<Minimal>(config);
  };
  policy.refuses = refusal;
  policy.goes_round = policy.graphs = true;
  return policy;
}
const Registered<RoutingKind> kMinimal{minimal()};

}  // namespace
}  // namespace tactus
