#pragma once

#include <algorithm>
#include <set>
#include <vector>

#include "hw/common/network_graphs.h"
#include "testbench/parts/dice.h"

namespace tactus {

/// A graph of so many nodes in one piece, with up to `degree` cables at a node, some of the nodes switches: a tree
/// drawn at random, and cables besides. Hosts may pass packets on.
inline GraphParts random_graph(Dice& dice, int nodes, int degree) {
  GraphParts parts;
  parts.hosts = dice.between(2, nodes);
  parts.switches = nodes - parts.hosts;
  std::vector<int> used(static_cast<std::size_t>(nodes));
  std::set<GraphCable> all;
  const auto join = [&](int a, int b) {
    if (a == b || !all.insert(std::minmax(a, b)).second) return;
    dice.chance(50) ? parts.cables.emplace_back(a, b) : parts.cables.emplace_back(b, a);
    ++used[static_cast<std::size_t>(a)];
    ++used[static_cast<std::size_t>(b)];
  };
  // Any order, so that switches are anywhere in the tree.
  std::vector<int> order(static_cast<std::size_t>(nodes));
  for (int i = 0; i < nodes; ++i) {
    const int at = dice.below(i + 1);
    order[static_cast<std::size_t>(i)] = order[static_cast<std::size_t>(at)];
    order[static_cast<std::size_t>(at)] = i;
  }
  const auto has_room = [&](int node) { return used[static_cast<std::size_t>(node)] < std::max(degree, 2); };
  for (int i = 1; i < nodes; ++i) {
    int parent = order[static_cast<std::size_t>(dice.below(i))];
    if (!has_room(parent)) parent = order[static_cast<std::size_t>(i - 1)];
    join(parent, order[static_cast<std::size_t>(i)]);
  }
  for (int i = dice.below(nodes * degree / 2 + 1); i > 0; --i) {
    const int a = dice.below(nodes);
    const int b = dice.below(nodes);
    if (has_room(a) && has_room(b)) join(a, b);
  }
  return parts;
}

}  // namespace tactus
