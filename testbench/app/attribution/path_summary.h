#pragma once

#include <cstdint>
#include <vector>

#include "testbench/app/attribution/critical_path.h"

namespace tactus {

/// Time that a critical path spent on one thing at one place, in one piece or several.
struct PathSum {
  LatencyPart part = LatencyPart::kSoftware;
  PathPlace place;
  std::uint64_t cycles = 0;
};

/// A critical path in short.
struct PathSummary {
  NetworkShape network;
  std::uint64_t cycles = 0;  ///< from the start of the run to its end
  std::uint64_t steps = 0;
  LatencySplit parts;
  std::vector<PathSum> sums;  ///< the most first; of equals, by place and part
};
PathSummary summarise(const std::vector<PathStep>& steps, const NetworkShape& torus);

}  // namespace tactus
