#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "tlm_models/traffic/all_to_all.h"

namespace tactus {
namespace {

/// Largest distance between x and x XOR `mask` within a dimension, whose size is a power of two.
int widest_partner(const NetworkShape& shape, int dimension, int mask) {
  int widest = 0;
  for (int x = 0; x < shape.size(dimension); ++x) widest = std::max(widest, shape.distance(dimension, x, x ^ mask));
  return widest;
}

/// Pairwise exchange on 2^k ranks by NIC 0: in step p every rank exchanges with rank XOR p.
class Pairwise final : public AllToAll {
 public:
  Pairwise(const WorkloadConfig& config, const RankShape& shape);

 protected:
  [[nodiscard]] Exchange exchange_in(int sequence, int message, int rank) const override;

 private:
  static std::vector<SequenceInfo> steps_of(const RankShape& shape);
};

std::vector<SequenceInfo> Pairwise::steps_of(const RankShape& shape) {
  // With 2^k ranks all sizes and the ranks of a node are powers of two, and XOR acts on each apart.
  std::array<std::vector<int>, kMaxDimensions> widest;
  for (int d = 0; d < shape.nodes.dimensions(); ++d) {
    for (int mask = 0; mask < shape.nodes.size(d); ++mask) {
      widest[static_cast<std::size_t>(d)].push_back(widest_partner(shape.nodes, d, mask));
    }
  }
  std::vector<SequenceInfo> infos;
  for (int step = 1; step < shape.ranks(); ++step) {
    const Coordinate mask = shape.coordinate(step);
    int hops = 0;
    for (int d = 0; d < shape.nodes.dimensions(); ++d) {
      hops += widest[static_cast<std::size_t>(d)][static_cast<std::size_t>(mask[d])];
    }
    infos.push_back({step, 0, hops});
  }
  return infos;
}

Pairwise::Pairwise(const WorkloadConfig& config, const RankShape& shape) : AllToAll(config, shape, steps_of(shape)) {}

Exchange Pairwise::exchange_in(int sequence, int, int rank) const {
  const int partner = rank ^ sequence;
  return {partner, partner, {}};
}

std::string misfit(const RankShape& shape) {
  if ((shape.ranks() & (shape.ranks() - 1)) == 0) return {};
  return fmt::format("pwx pairs ranks by XOR, so their number must be a power of two: {}", ranks_text(shape));
}

AlgorithmPolicy pwx() {
  AlgorithmPolicy policy =
      exchange_algorithm<Pairwise>("pwx", "All-to-all: in step p every rank exchanges with rank XOR p.");
  policy.misfit = misfit;
  return policy;
}

const Registered<AlgorithmKind> kPairwise{pwx()};

}  // namespace
}  // namespace tactus
