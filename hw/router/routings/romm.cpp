#include <cstdlib>

#include "hw/router/by_a_node.h"

namespace tactus {
namespace {

/// By one node of the box of all shortest ways (ROMM: Nesson, Johnsson: ROMM routing on mesh and torus networks, SPAA
/// 1995).
class Romm final : public ByANode {
 public:
  using ByANode::ByANode;

 private:
  [[nodiscard]] Coordinate drawn_node(const RouteHeader& header, const RouteDraw& draw) const override {
    Coordinate steps;
    for (int d = 0; d < shape().dimensions(); ++d) {
      const int way = offset(d, header);
      const int far = draw.below(static_cast<unsigned>(d), std::abs(way) + 1);
      steps.set(d, way < 0 ? -far : far);
    }
    return shape().wrapped(header.source, steps);
  }
};

const Registered<RoutingKind> kRomm{by_a_node<Romm>(
    "romm", "A packet goes to a node drawn from its shortest ways, and from there to its destination.")};

}  // namespace
}  // namespace tactus
