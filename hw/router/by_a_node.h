#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "hw/router/route_draw.h"
#include "hw/router/two_sets.h"

namespace tactus {

/// In dimension order to a node that is drawn for each packet, on the first set of VCs, and from there to the
/// destination on the second one. A packet to its own node goes there at once.
class ByANode : public RouteFunction {
 public:
  explicit ByANode(const MachineConfig& config);

  [[nodiscard]] RouteDecision route(Coordinate here, int in_port, int in_vc, const RouteHeader& header) const override;

  /// A circle among the channels that packets on such routes can hold and wait for.
  [[nodiscard]] static std::optional<std::vector<Channel>> find_cycle(const MachineConfig& config);

 protected:
  [[nodiscard]] const NetworkShape& shape() const { return shape_; }
  [[nodiscard]] const RouterPorts& ports() const { return ports_; }
  /// On the second way to the destination.
  [[nodiscard]] RouteDecision straight(Coordinate here, int in_port, int in_vc, const RouteHeader& header) const;
  [[nodiscard]] Coordinate node_of(const RouteHeader& header) const;
  /// Links of a packet's shortest way in a dimension, negative backwards.
  [[nodiscard]] int offset(int dimension, const RouteHeader& header) const {
    return sets_.ways[0].offset(dimension, header.source, header.destination, header.negative);
  }

 private:
  /// The node by which a packet goes that is not for its own one.
  [[nodiscard]] virtual Coordinate drawn_node(const RouteHeader& header, const RouteDraw& draw) const = 0;

  NetworkShape shape_;
  RouterPorts ports_;
  std::uint8_t all_vcs_;
  TwoSets sets_;
};

/// The policy whose routes are those of `Routes`, a ByANode.
template <class Routes>
RoutingPolicy by_a_node(const char* name, const char* summary) {
  RoutingPolicy policy = in_two_sets();
  policy.name = name;
  policy.summary = summary;
  policy.make = [](const MachineConfig& config) -> std::unique_ptr<const RouteFunction> {
    return std::make_unique<Routes>(config);
  };
  policy.find_cycle = ByANode::find_cycle;
  return policy;
}

}  // namespace tactus
