#include <fmt/core.h>

#include <algorithm>

#include "tlm_models/traffic/traffic_pattern.h"

namespace tactus {
namespace {

/// Just under half way round every ring.
constexpr Coordinate tornado_offset(const NetworkShape& shape) {
  Coordinate offset;
  for (int d = 0; d < shape.dimensions(); ++d) offset.set(d, (shape.size(d) + 1) / 2 - 1);
  return offset;
}

std::unique_ptr<TrafficPattern> make(const WorkloadConfig&, const NetworkShape& nodes) {
  return std::make_unique<FixedOffset>(nodes, tornado_offset(nodes));
}

std::string misfit(const RankShape& shape) {
  const auto& sizes = shape.nodes.sizes;
  if (*std::max_element(sizes.begin(), sizes.end()) > 2) return {};
  return fmt::format("tornado moves by ceil(size / 2) - 1 nodes, that is by none on {}", shape.nodes.text());
}

AlgorithmPolicy tornado() {
  AlgorithmPolicy policy =
      open_loop("tornado", "Open loop: every node sends to the one just under half way round every ring.", make);
  policy.misfit = misfit;
  return policy;
}

const Registered<AlgorithmKind> kTornado{tornado()};

}  // namespace
}  // namespace tactus
