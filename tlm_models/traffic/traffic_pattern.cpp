#include "tlm_models/traffic/traffic_pattern.h"

#include "tlm_models/traffic/checked_workload.h"

namespace tactus {

std::unique_ptr<TrafficPattern> make_traffic_pattern(const WorkloadConfig& config, NetworkShape shape) {
  const AlgorithmPolicy& algorithm = policy(config.algorithm);
  if (algorithm.make_pattern == nullptr) return nullptr;
  if (!algorithm.plugin.empty()) return std::make_unique<CheckedPattern>(algorithm, config, shape);
  return algorithm.make_pattern(config, shape);
}

Coordinate uniform_destination(const NetworkShape& shape, Coordinate source, const RandomStream& draws,
                               std::uint64_t index) {
  const int others = shape.nodes() - 1;
  const int drawn = static_cast<int>(draws.below(2 * index, static_cast<std::uint64_t>(others)));
  return shape.coordinate(drawn < shape.node(source) ? drawn : drawn + 1);
}

std::optional<Coordinate> FixedOffset::destination(Coordinate source, const RandomStream&, std::uint64_t) const {
  return shape_.wrapped(source, offset_);
}

AlgorithmPolicy open_loop(const char* name, const char* summary, decltype(AlgorithmPolicy::make_pattern) make) {
  AlgorithmPolicy policy;
  policy.name = name;
  policy.summary = summary;
  policy.make_pattern = make;
  return policy;
}

}  // namespace tactus
