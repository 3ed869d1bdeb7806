#include "hw/router/by_a_node.h"

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

const Registered<RoutingKind> kValiant{
    by_a_node<Valiant>("valiant", "A packet goes to a node drawn from all, and from there to its destination.")};

}  // namespace
}  // namespace tactus
