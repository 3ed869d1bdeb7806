#include "testbench/tests/fuzz/random_table.h"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "hw/router/route_function.h"
#include "testbench/app/scenario/route_table_file.h"
#include "testbench/app/scenario/route_table_text.h"
#include "testbench/tests/support/up_down_table.h"

namespace tactus {
namespace {

/// Up*/down* from any root round up to a quarter of the cables, four at most, as many as leave the network whole.
std::string up_down_text(Dice& dice, const MachineConfig& machine) {
  const NetworkShape& shape = machine.network;
  const int root = dice.below(shape.nodes());
  std::vector<test::DeadCable> dead;
  std::vector<int> ports = test::up_down_ports(shape, root, dead);
  for (int i = dice.below(std::clamp(shape.links() / 8, 1, 4) + 1); i > 0; --i) {
    const Coordinate at = shape.coordinate(dice.below(shape.nodes()));
    const Direction direction = direction_of(dice.below(shape.dimensions()), false);
    if (!shape.has_link(at, direction)) continue;
    dead.emplace_back(shape.node(at), direction);
    std::vector<int> round = test::up_down_ports(shape, root, dead);
    if (round.empty()) {
      dead.pop_back();
    } else {
      ports = std::move(round);
    }
  }
  const int vcs = machine.router.virtual_channels;
  const bool apart = dice.chance(50);
  return test::table_of_ports(shape, ports, [vcs, apart](int to) {
    return apart ? fmt::format(" vc={}-{}", to % vcs, std::min(vcs - 1, to % vcs + to / vcs % 2)) : std::string();
  });
}

}  // namespace

void choose_table(Dice dice, MachineConfig& machine) {
  constexpr int kMostNodes = 64;
  const RoutingName table = machine.router.routing;
  const bool graph = machine.network.is_graph();
  machine.router.routing = graph ? "up_down" : "dimension_order";
  if (machine.network.nodes() > kMostNodes) return;
  if (graph && dice.chance(50)) {
    machine.router.routing = "minimal";
    if (!policy(machine.router.routing).refuses(machine).empty()) machine.router.routing = "up_down";
  }
  const RouteTableText own = graph || dice.chance(50) ? route_table_text(machine) : RouteTableText{};
  const SourceText source{"table", own.text.empty() ? up_down_text(dice, machine) : own.text};
  DiagnosticList faults;
  machine.router.table = read_route_table(source, machine, faults);
  if (!faults.empty())
    throw std::runtime_error("a table that was drawn has faults: " + format(faults.sorted().front()));
  machine.router.routing = table;
}

}  // namespace tactus
