#pragma once

#include <array>
#include <vector>

#include "hw/common/network_shape.h"
#include "hw/common/router_config.h"
#include "hw/link/packet_header.h"

namespace tactus::test {

constexpr std::array<DatelineKind, 3> kDatelines = {DatelineKind::kCrossing, DatelineKind::kEntry, DatelineKind::kNone};
constexpr std::array<TieBreak, 2> kTieBreaks = {TieBreak::kPositive, TieBreak::kSigned};

/// One link of a route with its dateline class, as the written rules say; made by walking, without RouteFunction.
struct ReferenceStep {
  Coordinate node;  ///< the link leaves this node ...
  Direction direction = Direction::kPlusX;
  int dateline_class = 0;
};

struct ReferenceRules {
  DatelineKind dateline = DatelineKind::kCrossing;
  TieBreak tie_break = TieBreak::kPositive;
};

std::vector<ReferenceStep> reference_route(const NetworkShape& shape, const ReferenceRules& rules,
                                           const RouteHeader& header);

/// VCs of a dateline class, ascending.
std::vector<int> reference_vcs(DatelineKind dateline, int virtual_channels, int dateline_class);

/// Links on a shortest way between two nodes, by breadth-first search from `source`; one entry per node.
std::vector<int> reference_distances(const NetworkShape& shape, Coordinate source);

}  // namespace tactus::test
