#include <fmt/core.h>

#include "tlm_models/traffic/traffic_pattern.h"

namespace tactus {
namespace {

/// The node with the coordinates in reverse order; those that read the same both ways send nothing.
class Transpose final : public TrafficPattern {
 public:
  explicit Transpose(int dimensions) : dimensions_(dimensions) {}

  [[nodiscard]] std::optional<Coordinate> destination(Coordinate source, const RandomStream&,
                                                      std::uint64_t) const override {
    Coordinate reversed;
    for (int d = 0; d < dimensions_; ++d) reversed.set(d, source[dimensions_ - 1 - d]);
    return reversed == source ? std::nullopt : std::optional(reversed);
  }

 private:
  int dimensions_;
};

std::unique_ptr<TrafficPattern> make(const WorkloadConfig&, const NetworkShape& nodes) {
  return std::make_unique<Transpose>(nodes.dimensions());
}

bool is_palindrome(const NetworkShape& network) {
  for (int d = 0; d < network.dimensions(); ++d) {
    if (network.size(d) != network.size(network.dimensions() - 1 - d)) return false;
  }
  return true;
}

std::string misfit(const RankShape& shape) {
  const std::string nodes = shape.nodes.text();
  if (shape.nodes.dimensions() == 1) {
    return fmt::format("transpose reverses coordinates, and {} nodes in a row have one each", nodes);
  }
  if (is_palindrome(shape.nodes)) return {};
  return fmt::format("transpose reverses coordinates, and {} nodes read backwards are other sizes", nodes);
}

AlgorithmPolicy transpose() {
  AlgorithmPolicy policy =
      open_loop("transpose", "Open loop: every node sends to the one with its coordinates in reverse order.", make);
  policy.misfit = misfit;
  return policy;
}

const Registered<AlgorithmKind> kTranspose{transpose()};

}  // namespace
}  // namespace tactus
