#include <algorithm>

#include "hw/router/dependency_graph.h"
#include "hw/router/route_function.h"
#include "testbench/app/kinds/torus/route_check.h"
#include "testbench/parts/dice.h"
#include "testbench/tests/fuzz/random_parts.h"
#include "testbench/tests/fuzz/random_scenario.h"
#include "testbench/tests/fuzz/random_table.h"
#include "testbench/tests/support/policies.h"

namespace tactus {
namespace {

/// One to three cables and perhaps a switch carry nothing, if the routing leads round them and every host can still be
/// reached.
void kill_cables(Dice dice, MachineConfig& machine) {
  if (!policy(machine.router.routing).goes_round || dice.chance(30)) return;
  const NetworkShape& network = machine.network;
  for (int i = dice.between(1, 3); i > 0; --i) {
    const Coordinate from = network.coordinate(dice.below(network.nodes()));
    const auto direction = static_cast<Direction>(dice.below(network.directions()));
    if (!machine.has_link(from, direction)) continue;
    machine.faults.cables.push_back({from, network.neighbour(from, direction)});
    if (!find_route_faults(machine).empty()) machine.faults.cables.pop_back();
  }
  if (network.hosts() == network.nodes() || dice.chance(50)) return;
  machine.faults.switches = {network.coordinate(network.hosts() + dice.below(network.nodes() - network.hosts()))};
  if (!validate(machine).empty() || !find_route_faults(machine).empty()) machine.faults.switches.clear();
}

/// A time at which something breaks.
Picoseconds time_of_break(Dice& dice, const MachineConfig& machine) {
  return machine.clock.edge(Cycles{static_cast<std::uint64_t>(dice.between(1, 3000))});
}

}  // namespace

void fill_router(Dice& dice, MachineConfig& machine) {
  RouterConfig& router = machine.router;
  router.arbiter = test::policy_at<ArbiterKind>(dice.below(test::policy_count<ArbiterKind>()));
  router.input_queue = static_cast<InputQueueKind>(dice.below(2));
  router.input_transfers = static_cast<InputTransfers>(dice.below(3));
  router.tie_break = test::policy_at<TieBreakKind>(dice.below(test::policy_count<TieBreakKind>()));
  do {
    router.virtual_channels = dice.between(1, std::min(4, kMaxInputVcs / machine.ports().count()));
    router.dateline = test::policy_at<DatelineKind>(dice.below(test::policy_count<DatelineKind>()));
  } while (find_dependency_cycle(machine));
  // Routings go round with the networks, without a draw; a network that one of them cannot have keeps the usual one.
  const RoutingName usual = router.routing;
  router.routing = test::policy_at<RoutingKind>(machine.network.nodes());
  const RouterConfig drawn = router;
  const RoutingPolicy& routing = policy(router.routing);
  if (routing.sets == 2) router.virtual_channels = std::max(drawn.virtual_channels, 4);
  if (routing.adaptive) {
    router.virtual_channels = std::max(drawn.virtual_channels, 3);
    router.input_queue = InputQueueKind::kFifo;
  }
  if (routing.reads_table) choose_table(dice, machine);
  const bool fits = validate(machine).empty() && find_route_faults(machine).empty();
  if (fits) return kill_cables(dice, machine);
  router = drawn;
  router.routing = usual;
}

void vary_flow_control(Dice dice, MachineConfig& machine) {
  RouterConfig& router = machine.router;
  if (machine.network.is_graph() || !policy(router.routing).bubble || !dice.chance(25)) return;
  router.flow_control = FlowControl::kBubble;
  router.dateline = RouterConfig{}.dateline;
  const Bytes packet = kFlitBytes * static_cast<std::uint64_t>(machine.max_packet_flits());
  router.vc_buffer = std::max(router.vc_buffer, packet * 2);
  const RoutingPolicy& routing = policy(router.routing);
  if (dice.chance(50)) router.virtual_channels = routing.sets + (routing.adaptive ? 1 : 0);
}

void break_cables(Dice& dice, MachineConfig& machine) {
  if (!policy(machine.router.routing).outlives_breaks || dice.chance(25)) return;
  const NetworkShape& network = machine.network;
  for (int i = dice.between(1, 2); i > 0; --i) {
    const Coordinate from = network.coordinate(dice.below(network.nodes()));
    const auto direction = static_cast<Direction>(dice.below(network.directions()));
    const Picoseconds at = time_of_break(dice, machine);
    if (!machine.has_link(from, direction)) continue;
    machine.faults.breaks.push_back({{{{from, network.neighbour(from, direction)}}}, at});
    if (!validate(machine).empty() || !find_route_faults(machine).empty()) machine.faults.breaks.pop_back();
  }
}

void kill_routers(Dice dice, Scenario& scenario) {
  MachineConfig& machine = scenario.machine;
  if (machine.network.is_graph() || !policy(machine.router.routing).goes_round || dice.chance(40)) return;
  const bool break_them = policy(machine.router.routing).outlives_breaks && dice.chance(50);
  for (int i = dice.between(1, 2); i > 0; --i) {
    const FaultsConfig before = machine.faults;
    const Coordinate node = machine.network.coordinate(dice.below(machine.network.nodes()));
    if (break_them) {
      machine.faults.breaks.push_back({{{}, {}, {node}}, time_of_break(dice, machine)});
    } else {
      machine.faults.routers.push_back(node);
    }
    scenario.workload.idle_nodes = machine.idle_nodes();
    if (is_executable(scenario)) continue;
    machine.faults = before;
    scenario.workload.idle_nodes = machine.idle_nodes();
  }
}

void break_switches(Dice dice, MachineConfig& machine) {
  const NetworkShape& network = machine.network;
  if (!network.is_graph() || network.nodes() == network.hosts() || !dice.chance(50)) return;
  if (!policy(machine.router.routing).outlives_breaks) return;
  const Coordinate node = network.coordinate(dice.between(network.hosts(), network.nodes() - 1));
  machine.faults.breaks.push_back({{{}, {node}, {}}, time_of_break(dice, machine)});
  if (!validate(machine).empty() || !find_route_faults(machine).empty()) machine.faults.breaks.pop_back();
}

void go_in_order(MachineConfig& machine) {
  machine.router.routing = machine.network.is_graph() ? "up_down" : "dimension_order";
  machine.router.table = nullptr;
  machine.faults = {};
  machine.link.overrides.clear();
}

void vary_nomination(Dice& dice, MachineConfig& machine) {
  RouterConfig& router = machine.router;
  if (dice.chance(15)) router.arbiter = "injection_first_come";
  if (router.input_transfers == InputTransfers::kPort && dice.chance(50) && !policy(router.routing).adaptive) {
    router.input_nomination = test::other_policy_at<NominationKind>("any", machine.network.nodes());
  }
}

}  // namespace tactus
