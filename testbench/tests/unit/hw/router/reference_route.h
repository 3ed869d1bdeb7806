#pragma once

#include <array>
#include <vector>

#include "hw/common/network_shape.h"
#include "hw/common/router_config.h"
#include "hw/link/packet_header.h"
#include "testbench/parts/dice.h"

namespace tactus::test {

inline const std::array<DatelineName, 3> kDatelines = {"crossing", "entry", "none"};
inline const std::array<TieBreakName, 2> kTieBreaks = {"positive", "signed"};

constexpr int kAnyClass = -1;

/// One link of a route with its dateline class, as the written rules say; made by walking, without RouteFunction.
struct ReferenceStep {
  Coordinate node;  ///< the link leaves this node ...
  Direction direction = Direction::kPlusX;
  int dateline_class = 0;  ///< kAnyClass in a row
};

struct ReferenceRules {
  DatelineName dateline = "crossing";
  TieBreakName tie_break = "positive";
  DimensionList<int> order;  ///< of the dimensions; none: ascending
};

std::vector<ReferenceStep> reference_route(const NetworkShape& shape, const ReferenceRules& rules,
                                           const RouteHeader& header);

/// A link leaves `from` in this direction.
bool leads_on(const NetworkShape& shape, Coordinate from, Direction d);

/// VCs of a dateline class or of any, ascending.
std::vector<int> reference_vcs(const DatelineName& dateline, int virtual_channels, int dateline_class);

/// Links on a shortest way between two nodes, by breadth-first search from `source`; one entry per node.
std::vector<int> reference_distances(const NetworkShape& shape, Coordinate source);

/// A torus, mesh or anything between, of one to four dimensions with 2 to 9 nodes in each, and at most so many in all.
NetworkShape random_shape(int most_nodes, Dice& dice);

}  // namespace tactus::test
