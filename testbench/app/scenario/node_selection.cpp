#include "testbench/app/scenario/node_selection.h"

namespace tactus {

void check_nodes(const std::vector<Coordinate>& nodes, const char* member, const NetworkShape& network,
                 ConfigFaults& faults) {
  for (auto node = nodes.begin(); node != nodes.end(); ++node) {
    faults.require(network.contains(*node), member, "node [{}] is outside the network of {} nodes (numbered from 0)",
                   network.joined(*node, ", "), network.text());
    faults.require(std::find(nodes.begin(), node, *node) == node, member, "node [{}] is given twice",
                   network.joined(*node, ", "));
  }
}

}  // namespace tactus
