#include "testbench/app/kinds/torus/route_check.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <systemc>
#include <utility>

#include "hw/router/class_routes.h"
#include "hw/router/dateline.h"
#include "hw/router/dependency_graph.h"
#include "hw/router/live_links.h"
#include "hw/router/live_network.h"
#include "hw/router/network_follower.h"
#include "testbench/app/kinds/torus/circle_drawing.h"
#include "testbench/app/scenario/nearest.h"

namespace tactus {
namespace {

std::vector<ConfigFault> routing_fault(const MachineConfig& machine, const std::string& what) {
  return {{"router.routing", fmt::format("{}: {}", machine.router.routing.name(), what)}};
}

/// The VCs of `circle` are numbered from `first` on.
void rename_vcs(std::vector<Channel>& circle, int first) {
  for (Channel& channel : circle) channel.vc += first;
}

/// Faults of routes that have no proof of their own, or one that is somebody else's.
std::vector<ConfigFault> faults_of_followed(const MachineConfig& machine, int first_vc) try {
  FollowedNetwork followed = follow_network(machine, *make_route_function(machine));
  if (!followed.fault.empty()) return routing_fault(machine, followed.fault);
  if (!followed.cycle) return {};
  rename_vcs(*followed.cycle, first_vc);
  return routing_fault(machine, "this machine can deadlock. " + text_of_circle(machine, *followed.cycle));
} catch (const sc_core::sc_report& broken) {
  return routing_fault(machine, broken.get_msg());
}

/// "packets from (0,0) to (1,0) need the cable between them"; `entry` names something that breaks.
std::string need_of_breaking(const LinkBreak& entry, const NetworkShape& network) {
  if (!entry.cables.empty()) {
    const auto& [from, to] = entry.cables.front();
    return fmt::format("packets from {} to {} need the cable between them", network.text(from), network.text(to));
  }
  const bool is_router = !entry.routers.empty();
  return fmt::format("packets need the {} of {}", is_router ? "router" : "links",
                     network.text((is_router ? entry.routers : entry.switches).front()));
}

/// Whether the dead cables and switches leave a way to everywhere, and the routing one that it takes.
std::vector<ConfigFault> faults_of_cables(const MachineConfig& machine) {
  if (!machine.faults.kill_links()) return {};
  const RoutingPolicy& routing = policy(machine.router.routing);
  const NetworkShape& network = machine.network;
  if (!routing.outlives_breaks && !machine.faults.breaks.empty()) {
    return routing_fault(machine, need_of_breaking(machine.faults.breaks.front(), network) +
                                      ", which breaks (faults.breaks). Use fault_tolerant");
  }
  // Other routings are followed, packet by packet.
  const bool followed = routing.find_cycle == nullptr || !routing.plugin.empty();
  if (!routing.goes_round && !followed && !machine.faults.cables.empty()) {
    const auto& [from, to] = machine.faults.cables.front();
    return routing_fault(machine, fmt::format("packets from {} to {} take the cable between them, which carries "
                                              "nothing (faults.cables). Use up_down or fault_tolerant",
                                              network.text(from), network.text(to)));
  }
  if (!routing.goes_round && !followed && network.is_graph()) {
    return routing_fault(machine,
                         "packets take switches that carry nothing (faults.switches). Use up_down, minimal or "
                         "fault_tolerant");
  }
  if (!routing.goes_round && !followed) {
    return routing_fault(machine,
                         "packets take routers that carry nothing (faults.routers). Use up_down or fault_tolerant");
  }
  if (!LiveNetwork::refusal(machine).empty()) return {};  // refused for that
  const auto parted = LiveLinks(machine).find_parted();
  if (!parted) return {};
  MachineConfig before = machine;
  before.faults.breaks.clear();
  const bool from_the_beginning = LiveLinks(before).find_parted().has_value();
  const char* key = !from_the_beginning             ? "faults.breaks"
                    : !before.faults.cables.empty() ? "faults.cables"
                    : before.faults.routers.empty() ? "faults.switches"
                                                    : "faults.routers";
  return {{key, fmt::format("no way is left from {} to {}", network.text(network.coordinate(parted->first)),
                            network.text(network.coordinate(parted->second)))}};
}

/// What a router needs to let its packets choose among outputs.
std::vector<ConfigFault> faults_of_choice(const MachineConfig& machine) {
  const RouterConfig& router = machine.router;
  const std::string& name = router.routing.name();
  if (!policy(router.routing).plugin.empty()) {
    return routing_fault(machine, "nobody can prove that an adaptive routing of a plug-in is free of deadlock");
  }
  std::vector<ConfigFault> faults;
  const auto need = [&](bool fits, const char* key, const char* value) {
    if (fits) return;
    faults.push_back(
        {key, fmt::format("router.routing {} needs {}: a packet asks for several outputs at once", name, value)});
  };
  need(router.input_queue == InputQueueKind::kFifo, "router.input_queue", "fifo");
  need(router.switch_hold == SwitchHold::kPacket, "router.switch_hold", "packet");
  need(router.input_nomination == "any", "router.input_nomination", "any");
  return faults;
}

/// "fault_tolerant, minimal, table, ugal, up_down or valiant".
std::string graph_routings() {
  std::vector<std::string> names;
  for (const RoutingPolicy* routing : all_policies<RoutingKind>()) {
    if (routing->graphs) names.push_back(routing->name);
  }
  return enumeration(names, "or");
}

}  // namespace

std::string text_of_circle(const MachineConfig& machine, const std::vector<Channel>& circle) {
  const std::string drawing = drawing_of(machine.network, circle);
  return fmt::format("Packets can wait for each other in a circle: {}{}{}", describe(machine.network, circle),
                     drawing.empty() ? "" : "\n\n", drawing);
}

namespace {

/// Faults of the routes of a machine without classes, whose VCs are called those from `first_vc` on.
std::vector<ConfigFault> faults_of_routes(const MachineConfig& machine, int first_vc) {
  const RoutingPolicy& routing = policy(machine.router.routing);
  if (const auto faults = faults_of_cables(machine); !faults.empty()) return faults;
  if (routing.adaptive) {
    const std::vector<ConfigFault> faults = faults_of_choice(machine);
    if (!faults.empty()) return faults;
  }
  if (machine.network.is_graph() && !routing.graphs && routing.plugin.empty()) {
    return routing_fault(machine,
                         fmt::format("its ways are those of a torus or mesh; graphs have {}", graph_routings()));
  }
  if (machine.counts_packets() && (!routing.bubble || !routing.plugin.empty() || machine.network.is_graph())) {
    return {{"router.flow_control", fmt::format("bubble: ways of {} do not keep to it: use dateline", routing.name)}};
  }
  const std::string refusal = routing.refuses == nullptr ? "" : routing.refuses(machine);
  if (!refusal.empty()) return routing_fault(machine, refusal);
  if (routing.find_cycle == nullptr || !routing.plugin.empty()) return faults_of_followed(machine, first_vc);
  auto cycle = routing.find_cycle(machine);
  if (!cycle) return {};
  rename_vcs(*cycle, first_vc);
  if (!routing.reads_dateline || machine.counts_packets())
    return routing_fault(machine, "this machine can deadlock. " + text_of_circle(machine, *cycle));
  const bool dateline = policy(machine.router.dateline).class_of != nullptr;
  const char* channels = routing.sets == 2  ? "four virtual channels, two in each set,"
                         : routing.adaptive ? "three virtual channels"
                                            : "two virtual channels";
  return {
      {dateline ? "router.virtual_channels" : "router.dateline",
       fmt::format("this machine can deadlock; {}{} are needed. {}",
                   dateline ? "" : "a dateline (crossing or entry) and ", channels, text_of_circle(machine, *cycle))}};
}

/// A fault of the routes of class number `number`, at the place where it is wrong.
ConfigFault of_class(const RouterConfig& router, std::size_t number, ConfigFault fault) {
  const std::string own = fmt::format("router.classes[{}]", number);
  const std::string channels = "router.virtual_channels";
  const bool of_channels = fault.field == channels || fault.message.find(channels) != std::string::npos;
  if (!of_channels) return fault;
  if (const auto at = fault.message.find(channels); at != std::string::npos) {
    fault.message.replace(at, channels.size(), "its virtual_channels");
  }
  return {own + ".virtual_channels", fmt::format("class {}: {}", router.classes[number].name, fault.message)};
}

}  // namespace

std::vector<ConfigFault> find_route_faults(const MachineConfig& machine) {
  const RouterConfig& router = machine.router;
  if (!router.has_classes()) return faults_of_routes(machine, 0);
  std::vector<ConfigFault> all;
  for (std::size_t number = 0; number < router.classes.size(); ++number) {
    const int which = static_cast<int>(number);
    for (ConfigFault& found : faults_of_routes(machine_of_class(machine, which), router.first_vc(which))) {
      ConfigFault fault = of_class(router, number, std::move(found));
      const auto is_same = [&](const ConfigFault& one) {
        return one.field == fault.field && one.message == fault.message;
      };
      if (std::none_of(all.begin(), all.end(), is_same)) all.push_back(std::move(fault));
    }
  }
  return all;
}

}  // namespace tactus
