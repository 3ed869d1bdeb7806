#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/router/by_a_node.h"
#include "hw/router/rising_way.h"

namespace tactus {
namespace {

/// By one node of all (Valiant, Brebner: Universal schemes for parallel communication, STOC 1981).
class Valiant final : public ByANode {
 public:
  using ByANode::ByANode;

 private:
  [[nodiscard]] Coordinate drawn_node(const RouteHeader& /*header*/, const RouteDraw& draw) const override {
    return shape().coordinate(draw.below(0, shape().nodes()));
  }
};

RoutingPolicy valiant() {
  RoutingPolicy policy =
      by_a_node<Valiant>("valiant", "A packet goes to a node drawn from all, and from there to its destination.");
  policy.make = [](const MachineConfig& config) -> std::unique_ptr<const RouteFunction> {
    if (config.network.is_graph()) return std::make_unique<GraphValiant>(config);
    return std::make_unique<Valiant>(config);
  };
  policy.refuses = [](const MachineConfig& config) {
    return config.network.is_graph() ? GraphValiant::refusal(config) : in_two_sets().refuses(config);
  };
  // VCs of a way through a graph only rise, and there are enough of them: no circle closes.
  policy.find_cycle = [](const MachineConfig& config) -> std::optional<std::vector<Channel>> {
    if (config.network.is_graph()) return std::nullopt;
    return ByANode::find_cycle(config);
  };
  policy.graphs = true;
  return policy;
}
const Registered<RoutingKind> kValiant{valiant()};

}  // namespace
}  // namespace tactus
