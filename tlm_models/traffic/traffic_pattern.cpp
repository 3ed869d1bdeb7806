#include "tlm_models/traffic/traffic_pattern.h"

#include <algorithm>
#include <utility>

#include "tlm_models/traffic/checked_workload.h"

namespace tactus {
namespace {

/// A pattern beside idle nodes. A source that has an idle destination sends nothing.
class WithoutIdle final : public TrafficPattern {
 public:
  WithoutIdle(std::unique_ptr<TrafficPattern> pattern, NetworkShape shape, std::vector<int> idle)
      : pattern_(std::move(pattern)), shape_(shape), idle_(std::move(idle)) {}

  [[nodiscard]] std::optional<Coordinate> destination(Coordinate source, const RandomStream& draws,
                                                      std::uint64_t index) const override {
    if (is_idle(source)) return std::nullopt;
    const std::optional<Coordinate> found = pattern_->destination(source, draws, index);
    return found && is_idle(*found) ? std::nullopt : found;
  }

 private:
  [[nodiscard]] bool is_idle(Coordinate node) const {
    return std::binary_search(idle_.begin(), idle_.end(), shape_.node(node));
  }

  std::unique_ptr<TrafficPattern> pattern_;
  NetworkShape shape_;
  std::vector<int> idle_;
};

}  // namespace

std::unique_ptr<TrafficPattern> make_traffic_pattern(const WorkloadConfig& config, NetworkShape shape) {
  const AlgorithmPolicy& algorithm = policy(config.algorithm);
  if (algorithm.make_pattern == nullptr) return nullptr;
  if (!algorithm.plugin.empty()) return std::make_unique<CheckedPattern>(algorithm, config, shape);
  std::unique_ptr<TrafficPattern> pattern = algorithm.make_pattern(config, shape);
  if (config.idle_nodes.empty()) return pattern;
  return std::make_unique<WithoutIdle>(std::move(pattern), shape, config.idle_nodes);
}

Coordinate uniform_destination(const NetworkShape& shape, const std::vector<int>& idle, Coordinate source,
                               const RandomStream& draws, std::uint64_t index) {
  const auto others = static_cast<std::uint64_t>(shape.nodes() - 1) - idle.size();
  int number = static_cast<int>(draws.below(2 * index, others));
  // The nodes that are left out, in their order, move those behind them.
  const auto leave_out = [&number](int node) { number += number >= node ? 1 : 0; };
  const int own = shape.node(source);
  const auto behind = std::lower_bound(idle.begin(), idle.end(), own);
  std::for_each(idle.begin(), behind, leave_out);
  leave_out(own);
  std::for_each(behind, idle.end(), leave_out);
  return shape.coordinate(number);
}

std::optional<Coordinate> FixedOffset::destination(Coordinate source, const RandomStream&, std::uint64_t) const {
  return shape_.wrapped(source, offset_);
}

AlgorithmPolicy open_loop(const char* name, const char* summary, decltype(AlgorithmPolicy::make_pattern) make) {
  AlgorithmPolicy policy;
  policy.name = name;
  policy.summary = summary;
  policy.make_pattern = make;
  policy.leaves_out = true;
  return policy;
}

}  // namespace tactus
