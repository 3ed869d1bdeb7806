#include "testbench/app/kinds/torus/route_check.h"

#include <fmt/core.h>

#include <string>
#include <systemc>

#include "hw/router/dateline.h"
#include "hw/router/dependency_graph.h"
#include "hw/router/network_follower.h"
#include "testbench/app/kinds/torus/circle_drawing.h"

namespace tactus {
namespace {

std::vector<ConfigFault> routing_fault(const MachineConfig& machine, const std::string& what) {
  return {{"router.routing", fmt::format("{}: {}", machine.router.routing.name(), what)}};
}

/// Faults of routes that have no proof of their own, or one that is somebody else's.
std::vector<ConfigFault> faults_of_followed(const MachineConfig& machine) try {
  const FollowedNetwork followed = follow_network(machine, *make_route_function(machine));
  if (!followed.fault.empty()) return routing_fault(machine, followed.fault);
  if (!followed.cycle) return {};
  return routing_fault(machine, "this machine can deadlock. " + text_of_circle(machine, *followed.cycle));
} catch (const sc_core::sc_report& broken) {
  return routing_fault(machine, broken.get_msg());
}

}  // namespace

std::string text_of_circle(const MachineConfig& machine, const std::vector<Channel>& circle) {
  const std::string drawing = drawing_of(machine.network, circle);
  return fmt::format("Packets can wait for each other in a circle: {}{}{}", describe(machine.network, circle),
                     drawing.empty() ? "" : "\n\n", drawing);
}

std::vector<ConfigFault> find_route_faults(const MachineConfig& machine) {
  const RoutingPolicy& routing = policy(machine.router.routing);
  const std::string refusal = routing.refuses == nullptr ? "" : routing.refuses(machine);
  if (!refusal.empty()) return routing_fault(machine, refusal);
  if (routing.find_cycle == nullptr || !routing.plugin.empty()) return faults_of_followed(machine);
  const auto cycle = routing.find_cycle(machine);
  if (!cycle) return {};
  if (!routing.reads_dateline)
    return routing_fault(machine, "this machine can deadlock. " + text_of_circle(machine, *cycle));
  const bool dateline = policy(machine.router.dateline).class_of != nullptr;
  const std::string channels = routing.sets == 1 ? "two virtual channels" : "four virtual channels, two in each set,";
  return {
      {dateline ? "router.virtual_channels" : "router.dateline",
       fmt::format("this machine can deadlock; {}{} are needed. {}",
                   dateline ? "" : "a dateline (crossing or entry) and ", channels, text_of_circle(machine, *cycle))}};
}

}  // namespace tactus
