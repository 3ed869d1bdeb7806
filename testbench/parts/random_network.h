#pragma once

#include <algorithm>

#include "hw/common/machine_config.h"
#include "testbench/parts/dice.h"

namespace tactus {

/// Nodes of one dimension, 2 to `most`: often few, often as many as two digits or three, sometimes the most there are.
inline int random_size(Dice& dice, int most) {
  const int kind = dice.below(10);
  if (kind == 0) return dice.between(most - 1, most);
  if (kind <= 4) return dice.between(std::min(10, most), most);
  return dice.between(2, std::min(9, most));
}

/// A torus, mesh or anything between, of that many dimensions with 2 to 256 nodes in each, and at most 2^20 in all.
inline NetworkShape random_network(Dice& dice, int dimensions) {
  constexpr int kMostInAll = 1 << 20;
  constexpr int kMostInOne = 256;
  NetworkShape network;
  network.sizes = {};
  int left = kMostInAll;
  for (int d = 0; d < dimensions; ++d) {
    // Each dimension that follows has two nodes at least.
    const int most = std::min(kMostInOne, left >> (dimensions - 1 - d));
    network.sizes.push_back(std::max(2, random_size(dice, most)));
    network.wrap.push_back(dice.chance(70));
    left /= network.size(d);
  }
  return network;
}

/// A node of it; often a corner, where links wrap or end.
inline Coordinate random_position(Dice& dice, const NetworkShape& network) {
  Coordinate c;
  for (int d = 0; d < network.dimensions(); ++d) {
    const int last = network.size(d) - 1;
    c.set(d, dice.chance(30) ? last : dice.between(0, last));
  }
  return c;
}

/// Any node of it, now and then half way round or next to that in some dimension, seen from `here`.
inline Coordinate random_destination(Dice& dice, const NetworkShape& network, Coordinate here) {
  Coordinate c;
  for (int d = 0; d < network.dimensions(); ++d) {
    const int size = network.size(d);
    c.set(d, dice.chance(20) ? (here[d] + size / 2 + dice.between(0, 2) - 1) % size : dice.below(size));
  }
  return c;
}

/// Gives a machine whose buffers hold six flits or more bubble flow control, and packets of which two have room in
/// them.
inline void use_bubble(Dice& dice, MachineConfig& config) {
  config.router.flow_control = FlowControl::kBubble;
  const int most = std::min(config.vc_buffer_flits() / 2, config.receive_buffer_flits());
  config.nic.mtu = kFlitBytes * static_cast<std::uint64_t>(dice.between(3, most));
}

/// Any order of so many dimensions.
inline DimensionList<int> random_order(int dimensions, Dice& dice) {
  DimensionList<int> order;
  for (int d = 0; d < dimensions; ++d) order.push_back(d);
  for (int i = dimensions; i > 1; --i) {
    std::swap(order.of[static_cast<std::size_t>(i - 1)], order.of[static_cast<std::size_t>(dice.below(i))]);
  }
  return order;
}

}  // namespace tactus
