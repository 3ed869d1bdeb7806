#pragma once

#include <algorithm>
#include <vector>

#include "hw/common/random.h"
#include "tlm_models/flow/flow_solver.h"
#include "tlm_models/flow/flow_topology.h"

namespace tactus {

/// Links, and flows on random runs of them, none of which passes a link twice.
struct RandomFlows {
  std::vector<double> bandwidths;  ///< bytes per picosecond
  std::vector<std::vector<LinkRun>> routes;
  std::vector<double> limits;

  explicit RandomFlows(std::uint64_t seed) {
    const RandomStream random(seed, 1);
    std::uint64_t draw = 0;
    const auto below = [&](std::uint64_t bound) { return random.below(draw++, bound); };
    const auto links = static_cast<LinkId>(2 + below(40));
    for (LinkId link = 0; link < links; ++link) {
      bandwidths.push_back(below(2) == 0 ? 0.001 : 0.001 * random.unit(draw++));
    }
    const std::uint64_t flows = 1 + below(60);
    for (std::uint64_t flow = 0; flow < flows; ++flow) {
      std::vector<LinkRun> route;
      auto at = static_cast<LinkId>(below(static_cast<std::uint64_t>(links)));
      do {
        const auto count = static_cast<std::int32_t>(1 + below(static_cast<std::uint64_t>(links - at)));
        route.push_back({at, below(3) == 0 ? count : std::min(count, 2)});
        at += route.back().count + static_cast<LinkId>(below(4));
      } while (at < links && route.size() < 6);
      routes.push_back(route);
      limits.push_back(below(4) == 0 ? 0.0005 * random.unit(draw++) : FlowSolver::kUnlimited);
    }
  }

  /// By link: the sum of `rates` of the flows on it.
  [[nodiscard]] std::vector<double> loads(const std::vector<double>& rates) const {
    std::vector<double> loads(bandwidths.size(), 0.0);
    for (std::size_t flow = 0; flow < routes.size(); ++flow) {
      for (const LinkRun& run : routes[flow]) {
        for (LinkId link = run.first; link < run.first + run.count; ++link) {
          loads[static_cast<std::size_t>(link)] += rates[flow];
        }
      }
    }
    return loads;
  }
};

}  // namespace tactus
