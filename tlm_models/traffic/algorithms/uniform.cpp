#include <utility>
#include <vector>

#include "tlm_models/traffic/traffic_pattern.h"

namespace tactus {
namespace {

class Uniform final : public TrafficPattern {
 public:
  Uniform(NetworkShape shape, std::vector<int> idle) : shape_(shape), idle_(std::move(idle)) {}

  [[nodiscard]] std::optional<Coordinate> destination(Coordinate source, const RandomStream& draws,
                                                      std::uint64_t index) const override {
    return uniform_destination(shape_, idle_, source, draws, index);
  }

 private:
  NetworkShape shape_;
  std::vector<int> idle_;
};

std::unique_ptr<TrafficPattern> make(const WorkloadConfig& config, const NetworkShape& nodes) {
  return std::make_unique<Uniform>(nodes, config.idle_nodes);
}

const Registered<AlgorithmKind> kUniform{
    open_loop("uniform", "Open loop: each message goes to any other node, all alike.", make)};

}  // namespace
}  // namespace tactus
