#include "testbench/app/scenario/node_selection.h"

namespace tactus {

void check_nodes(const std::vector<Coordinate>& nodes, const char* member, const TorusShape& torus,
                 ConfigFaults& faults) {
  for (auto node = nodes.begin(); node != nodes.end(); ++node) {
    faults.require(node->x < torus.width && node->y < torus.height, member,
                   "node [{}, {}] is outside the torus of {} x {} nodes (numbered from 0)", node->x, node->y,
                   torus.width, torus.height);
    faults.require(std::find(nodes.begin(), node, *node) == node, member, "node [{}, {}] is given twice", node->x,
                   node->y);
  }
}

}  // namespace tactus
