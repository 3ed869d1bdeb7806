#include <utility>

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
  return with_graphs<GraphValiant, Valiant>(std::move(policy));
}
const Registered<RoutingKind> kValiant{valiant()};

}  // namespace
}  // namespace tactus
