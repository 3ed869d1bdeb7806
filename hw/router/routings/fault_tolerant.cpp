#include <cstdint>
#include <memory>
#include <string>

#include "hw/router/up_down.h"

namespace tactus {
namespace {

/// The last VC, by which packets go up and down the tree.
int escape_vc(const MachineConfig& config) { return config.router.virtual_channels - 1; }

/// Any link that brings the packet nearer to its destination over the links that carry something to the end, on the
/// adaptive VCs; and the way up and down the tree on the escape VC, which a packet does not leave again: such a way may
/// lead away from the destination. A link that is going to break is one of the former as long as it is there.
class FaultTolerant final : public RouteFunction {
 public:
  explicit FaultTolerant(const MachineConfig& config)
      : shape_(config.network),
        ports_(config.ports()),
        all_vcs_(config.router.all_vcs()),
        escape_vc_(escape_vc(config)),
        adaptive_vcs_(static_cast<std::uint8_t>((1U << static_cast<unsigned>(escape_vc_)) - 1)),
        network_(live_network(config)),
        tree_(network_->tree()),
        distances_(network_->distances()) {}

  [[nodiscard]] RouteDecision route(Coordinate here, int in_port, int in_vc, const RouteHeader& header) const override {
    const RouteChoices all = choices(here, in_port, in_vc, header);
    return {all.begin()->out_port, all.begin()->vc_mask};
  }

  [[nodiscard]] RouteChoices choices(Coordinate here, int in_port, int in_vc,
                                     const RouteHeader& header) const override {
    RouteChoices choices;
    if (here == header.destination) {
      choices.push_back({static_cast<std::uint8_t>(ports_.nic_port(header.destination_nic)), all_vcs_});
      return choices;
    }
    const int node = shape_.node(here);
    const int to = shape_.node(header.destination);
    const bool escaped = !ports_.is_nic(in_port) && in_vc == escape_vc_;
    const int escape = tree_.next(node, to, escaped && network_->links().comes_down(node, in_port));
    const auto escape_vcs = static_cast<std::uint8_t>(1U << static_cast<unsigned>(escape_vc_));
    const bool nearer = !escaped && leads_nearer(node, escape, to);
    choices.push_back({static_cast<std::uint8_t>(escape), nearer ? all_vcs_ : escape_vcs});
    for (int port = 0; port < shape_.directions() && !escaped; ++port) {
      if (port != escape && leads_nearer(node, port, to)) {
        choices.push_back({static_cast<std::uint8_t>(port), adaptive_vcs_});
      }
    }
    return choices;
  }

 private:
  [[nodiscard]] bool leads_nearer(int node, int port, int to) const {
    const int next = network_->links().neighbour(node, port);
    return next >= 0 && distances_.distance(next, to) < distances_.distance(node, to);
  }

  NetworkShape shape_;
  RouterPorts ports_;
  std::uint8_t all_vcs_;
  int escape_vc_;
  std::uint8_t adaptive_vcs_;
  std::shared_ptr<const LiveNetwork> network_;
  const TreeWays& tree_;
  const HostDistances& distances_;
};

std::string refusal(const MachineConfig& config) {
  if (config.router.virtual_channels >= 2) return UpDown::refusal(config);
  return "needs a virtual channel for the tree, and one or more besides: set router.virtual_channels to 2 or more";
}

RoutingPolicy fault_tolerant() {
  RoutingPolicy policy;
  policy.name = "fault_tolerant";
  policy.summary =
      "A packet takes the output with the least before it of those that bring it nearer, dead cables or not.";
  policy.make = [](const MachineConfig& config) -> std::unique_ptr<const RouteFunction> {
    return std::make_unique<FaultTolerant>(config);
  };
  policy.refuses = refusal;
  policy.find_cycle = UpDown::find_cycle;
  policy.adaptive = policy.goes_round = policy.outlives_breaks = policy.graphs = true;
  return policy;
}
const Registered<RoutingKind> kFaultTolerant{fault_tolerant()};

}  // namespace
}  // namespace tactus
