#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "hw/common/network_shape.h"

namespace tactus::test {

/// A cable, by the node that it leaves in a positive direction.
using DeadCable = std::pair<int, Direction>;

/// Output ports of up*/down* routing (Autonet, 1991) round `dead` cables, by node and then destination; kNoPort for a
/// node to itself. Links up lead nearer to `root`. A packet goes down as soon as links down alone lead to its
/// destination, so that none turns up again, and no packets wait for each other in a circle. Empty if the cables part
/// the network.
std::vector<int> up_down_ports(const NetworkShape& shape, int root, const std::vector<DeadCable>& dead);
inline constexpr int kNoPort = -1;

/// A table file with these ports; `vcs` gives a destination's option, " vc=0" or nothing.
std::string table_of_ports(const NetworkShape& shape, const std::vector<int>& ports,
                           const std::function<std::string(int destination)>& vcs = {});

}  // namespace tactus::test
