#include "hw/router/up_down.h"

namespace tactus {
namespace {

RoutingPolicy up_down() {
  RoutingPolicy policy;
  policy.name = "up_down";
  policy.summary = "A packet goes up a tree of links and then down, by the shortest such way, round dead cables.";
  policy.make = [](const MachineConfig& config) -> std::unique_ptr<const RouteFunction> {
    return std::make_unique<UpDown>(config);
  };
  policy.refuses = UpDown::refusal;
  policy.find_cycle = UpDown::find_cycle;
  policy.goes_round = policy.graphs = true;
  return policy;
}
const Registered<RoutingKind> kUpDown{up_down()};

}  // namespace
}  // namespace tactus
