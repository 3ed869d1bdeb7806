#include "tlm_models/traffic/placement.h"

#include "tlm_models/traffic/random_permutation.h"
#include "tlm_models/traffic/random_streams.h"

namespace tactus {
namespace {

/// A rank's program, its peers moved to the nodes they run on.
class PlacedProgram final : public WrappedProgram {
 public:
  PlacedProgram(std::unique_ptr<RankProgram> program, const std::vector<int>& node_of_rank, TorusShape shape, int node)
      : WrappedProgram(std::move(program)), node_of_rank_(node_of_rank), shape_(shape), self_(shape.coordinate(node)) {}

  std::optional<Op> next() override {
    std::optional<Op> op = WrappedProgram::next();
    if (!op || !has_peer(op->kind)) return op;
    op->peer = shape_.coordinate(node_of_rank_[static_cast<std::size_t>(shape_.node(op->peer))]);
    op->x_negative = op->kind == OpKind::kIsend && op->peer.x < self_.x;
    op->y_negative = op->kind == OpKind::kIsend && op->peer.y < self_.y;
    return op;
  }

 private:
  const std::vector<int>& node_of_rank_;
  TorusShape shape_;
  Coordinate self_;
};

std::vector<SequenceInfo> without_hops(std::vector<SequenceInfo> sequences) {
  for (SequenceInfo& sequence : sequences) sequence.hops = 0;
  return sequences;
}

}  // namespace

std::vector<int> random_placement(int ranks, std::uint64_t seed) {
  return random_permutation(ranks, seed, random_streams::kPlacement);
}

PlacedWorkload::PlacedWorkload(std::unique_ptr<Workload> ranks, std::vector<int> node_of_rank, TorusShape shape)
    : Workload(without_hops(ranks->sequences())),
      ranks_(std::move(ranks)),
      node_of_rank_(std::move(node_of_rank)),
      rank_of_node_(node_of_rank_.size()),
      shape_(shape) {
  for (std::size_t rank = 0; rank < node_of_rank_.size(); ++rank) {
    rank_of_node_[static_cast<std::size_t>(node_of_rank_[rank])] = static_cast<int>(rank);
  }
}

std::unique_ptr<RankProgram> PlacedWorkload::program(int node) const {
  const int rank = rank_of_node_[static_cast<std::size_t>(node)];
  return std::make_unique<PlacedProgram>(ranks_->program(rank), node_of_rank_, shape_, node);
}

}  // namespace tactus
