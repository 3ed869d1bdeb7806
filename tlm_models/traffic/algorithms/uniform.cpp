#include "tlm_models/traffic/traffic_pattern.h"

namespace tactus {
namespace {

class Uniform final : public TrafficPattern {
 public:
  explicit Uniform(NetworkShape shape) : shape_(shape) {}

  [[nodiscard]] std::optional<Coordinate> destination(Coordinate source, const RandomStream& draws,
                                                      std::uint64_t index) const override {
    return uniform_destination(shape_, source, draws, index);
  }

 private:
  NetworkShape shape_;
};

std::unique_ptr<TrafficPattern> make(const WorkloadConfig&, const NetworkShape& nodes) {
  return std::make_unique<Uniform>(nodes);
}

const Registered<AlgorithmKind> kUniform{
    open_loop("uniform", "Open loop: each message goes to any other node, all alike.", make)};

}  // namespace
}  // namespace tactus
