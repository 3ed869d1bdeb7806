#include "tlm_models/traffic/traffic_pattern.h"

namespace tactus {
namespace {

using Destination = std::optional<Coordinate>;

/// Any node but the source, all alike.
class Uniform : public TrafficPattern {
 public:
  explicit Uniform(NetworkShape shape) : shape_(shape) {}

  [[nodiscard]] Destination destination(Coordinate source, const RandomStream& draws,
                                        std::uint64_t index) const override {
    const int others = shape_.nodes() - 1;
    const int drawn = static_cast<int>(draws.below(2 * index, static_cast<std::uint64_t>(others)));
    return shape_.coordinate(drawn < shape_.node(source) ? drawn : drawn + 1);
  }

 private:
  NetworkShape shape_;
};

/// A given node with a given probability, else uniform; the hot spot itself sends uniformly.
class HotSpot final : public Uniform {
 public:
  HotSpot(NetworkShape shape, Coordinate hot_spot, double share) : Uniform(shape), hot_spot_(hot_spot), share_(share) {}

  [[nodiscard]] Destination destination(Coordinate source, const RandomStream& draws,
                                        std::uint64_t index) const override {
    if (source != hot_spot_ && draws.unit(2 * index + 1) <= share_) return hot_spot_;
    return Uniform::destination(source, draws, index);
  }

 private:
  Coordinate hot_spot_;
  double share_;
};

/// The node at a fixed offset: tornado and neighbour.
class FixedOffset final : public TrafficPattern {
 public:
  FixedOffset(NetworkShape shape, Coordinate offset) : shape_(shape), offset_(offset) {}

  [[nodiscard]] Destination destination(Coordinate source, const RandomStream&, std::uint64_t) const override {
    return shape_.wrapped(source, offset_);
  }

 private:
  NetworkShape shape_;
  Coordinate offset_;
};

/// The node with the coordinates in reverse order; those that read the same both ways send nothing.
class Transpose final : public TrafficPattern {
 public:
  explicit Transpose(int dimensions) : dimensions_(dimensions) {}

  [[nodiscard]] Destination destination(Coordinate source, const RandomStream&, std::uint64_t) const override {
    Coordinate reversed;
    for (int d = 0; d < dimensions_; ++d) reversed.set(d, source[dimensions_ - 1 - d]);
    return reversed == source ? std::nullopt : Destination(reversed);
  }

 private:
  int dimensions_;
};

/// Just under half way round every ring.
constexpr Coordinate tornado_offset(const NetworkShape& shape) {
  Coordinate offset;
  for (int d = 0; d < shape.dimensions(); ++d) offset.set(d, (shape.size(d) + 1) / 2 - 1);
  return offset;
}

}  // namespace

std::unique_ptr<TrafficPattern> make_traffic_pattern(const WorkloadConfig& config, NetworkShape shape) {
  switch (config.algorithm) {
    case Algorithm::kUniform:
      return std::make_unique<Uniform>(shape);
    case Algorithm::kTornado:
      return std::make_unique<FixedOffset>(shape, tornado_offset(shape));
    case Algorithm::kTranspose:
      return std::make_unique<Transpose>(shape.dimensions());
    case Algorithm::kNeighbour:
      return std::make_unique<FixedOffset>(shape, Coordinate{1, 0});
    case Algorithm::kHotSpot:
      return std::make_unique<HotSpot>(shape, config.hot_spot, config.hot_spot_share);
    default:
      return nullptr;  // closed loop: see Workload
  }
}

}  // namespace tactus
