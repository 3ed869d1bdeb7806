#include "testbench/tests/fuzz/random_parts.h"

#include <algorithm>
#include <array>

#include "testbench/parts/random_graph.h"

namespace tactus {
namespace {

constexpr int kMostNodes = 81;
constexpr int kMostWideNodes = 96;

/// Of one dimension up to 30 nodes long; of several, those of two to six nodes that are not too many.
DimensionList<int> random_sizes(Dice& dice, int dimensions) {
  if (dimensions == 1) return {dice.between(2, 30)};
  DimensionList<int> sizes;
  int room = kMostNodes;
  for (int d = 0; d < dimensions; ++d) {
    const int rest = 1 << (dimensions - 1 - d);  // of nodes in those that follow, at least
    const bool as_before = d > 0 && sizes.of[static_cast<std::size_t>(d - 1)] * rest <= room && dice.chance(50);
    const int most = std::min(6, room / rest);
    sizes.push_back(as_before ? sizes.of[static_cast<std::size_t>(d - 1)] : dice.between(2, most));
    room /= sizes.of[static_cast<std::size_t>(d)];
  }
  // The largest dimension is anywhere.
  if (dice.chance(50)) std::reverse(sizes.of.begin(), sizes.of.begin() + dimensions);
  return sizes;
}

DimensionList<bool> random_wrap(Dice& dice, int dimensions) {
  const int rings = dice.chance(40) ? 100 : dice.chance(30) ? 0 : 50;
  DimensionList<bool> wrap;
  for (int d = 0; d < dimensions; ++d) wrap.push_back(dice.chance(rings));
  return wrap;
}

DimensionLetters random_order(Dice& dice, int dimensions) {
  DimensionLetters order;
  for (int d = 0; d < dimensions; ++d) order.push_back(d);
  for (int d = dimensions; d > 1; --d) {
    std::swap(order.of[static_cast<std::size_t>(d - 1)], order.of[static_cast<std::size_t>(dice.below(d))]);
  }
  return order;
}

}  // namespace

void choose_shape(Dice& dice, MachineConfig& machine) {
  if (dice.chance(33)) {
    const int width = dice.between(2, 6);
    machine.network = {width, dice.chance(50) ? width : dice.between(2, 6)};
    return;
  }
  const std::array<int, 10> all = {1, 1, 1, 2, 3, 3, 3, 4, 4, 4};
  const int dimensions = all[static_cast<std::size_t>(dice.below(10))];
  machine.network.sizes = random_sizes(dice, dimensions);
  machine.network.wrap = random_wrap(dice, dimensions);
  if (dice.chance(70)) machine.nic.count = dice.between(1, kMaxNics);
  if (dice.chance(40)) machine.router.dimension_order = random_order(dice, dimensions);
}

void choose_graph(Dice& dice, Scenario& scenario) {
  scenario.network.kind = kGraphName;
  GraphConfig& graph = scenario.network.graph;
  graph.kind = static_cast<GraphKind>(dice.below(7));
  graph.arity = graph.kind == GraphKind::kFatTree ? dice.between(1, 3) : dice.between(2, 3);
  graph.levels = dice.between(1, graph.arity == 2 ? 5 : 3);
  graph.switches = graph.kind == GraphKind::kFullMesh ? dice.between(1, 6) : dice.between(1, 3);
  graph.global_links = dice.between(1, 2);
  graph.hosts = dice.between(1, 2) + (graph.kind == GraphKind::kFullMesh ? 1 : 0);
  graph.sizes.list = {dice.between(2, 4), dice.between(2, 3)};
  GraphParts parts = parts_of(graph);
  if (graph.kind == GraphKind::kFile) {
    const int nodes = dice.between(2, 30);
    const int degree = dice.between(2, 8);
    parts = random_graph(dice, nodes, dice.chance(25) ? 3 * degree + 5 : degree);
    scenario.graph_file = scenario.name + "_graph.txt";
  }
  take_graph(graph, scenario.flow);
  scenario.machine.network = NetworkShape::of_graph(parts.keep());
  scenario.machine.router.dimension_order = {};
  scenario.machine.router.routing = "up_down";
}

void choose_wide_shape(Dice& dice, MachineConfig& machine) {
  const int dimensions = dice.between(5, 6);
  DimensionList<int> sizes;
  int room = kMostWideNodes;
  for (int d = 0; d < dimensions; ++d) {
    const int rest = 1 << (dimensions - 1 - d);
    sizes.push_back(dice.between(2, std::min(3, room / rest)));
    room /= sizes.of[static_cast<std::size_t>(d)];
  }
  if (dice.chance(50)) std::reverse(sizes.of.begin(), sizes.of.begin() + dimensions);
  machine.network.sizes = sizes;
  machine.network.wrap = random_wrap(dice, dimensions);
  machine.nic.count = dice.between(1, 4);
  if (dice.chance(40)) machine.router.dimension_order = random_order(dice, dimensions);
}

}  // namespace tactus
