#include "tlm_models/traffic/traffic_pattern.h"

namespace tactus {
namespace {

/// The node at the mirrored place: x becomes s - 1 - x in a dimension of s nodes, the complement of its bits if s is a
/// power of two. A node in the middle of all dimensions sends nothing.
class BitComplement final : public TrafficPattern {
 public:
  explicit BitComplement(NetworkShape shape) : shape_(shape) {}

  [[nodiscard]] std::optional<Coordinate> destination(Coordinate source, const RandomStream&,
                                                      std::uint64_t) const override {
    Coordinate mirrored;
    for (int d = 0; d < shape_.dimensions(); ++d) mirrored.set(d, shape_.size(d) - 1 - source[d]);
    return mirrored == source ? std::nullopt : std::optional(mirrored);
  }

 private:
  NetworkShape shape_;
};

std::unique_ptr<TrafficPattern> make(const WorkloadConfig&, const NetworkShape& nodes) {
  return std::make_unique<BitComplement>(nodes);
}

const Registered<AlgorithmKind> kBitComplement{
    open_loop("bit_complement", "Open loop: every node sends to the one at the mirrored place.", make)};

}  // namespace
}  // namespace tactus
