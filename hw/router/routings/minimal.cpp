#include <memory>
#include <string>

#include "hw/router/rising_way.h"

namespace tactus {
namespace {

/// A shortest way, and on each link between switches the VC after that of the link before: as the VCs of a way only
/// rise, no circle closes (Guenther: Prevention of Deadlocks in Packet-Switched Data Transport Systems, IEEE Trans.
/// Commun. 29(4), 1981). The last link, to the host, takes any VC: what is behind it always moves on.
class Minimal final : public RisingWay {
 public:
  using RisingWay::RisingWay;

 private:
  [[nodiscard]] int target(int /*links*/, const RouteHeader& header) const override {
    return shape().node(header.destination);
  }
};

std::string refusal(const MachineConfig& config) {
  if (!config.network.is_graph()) return "tori and meshes have dimension_order: this is for network.kind graph";
  const std::string too_large = LiveNetwork::refusal(config);
  return too_large.empty() ? rising_refusal(config, RisingWay::vcs_needed(config)) : too_large;
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
