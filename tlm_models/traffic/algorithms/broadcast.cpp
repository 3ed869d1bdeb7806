#include <algorithm>
#include <vector>

#include "tlm_models/traffic/algorithm.h"
#include "tlm_models/traffic/early_messages.h"
#include "tlm_models/traffic/workload.h"

namespace tactus {
namespace {

/// The rank that `rank` > 0 has the message from: without the highest of its bits.
int parent_of(int rank) {
  int highest = 1;
  while (highest * 2 <= rank) highest *= 2;
  return rank - highest;
}

/// Edges of the tree between the root and `rank`: each adds one bit.
int edges_to(int rank) { return __builtin_popcount(static_cast<unsigned>(rank)); }
constexpr std::uint64_t kMostEdges = 32;

/// Whom `rank` sends to, in order.
std::vector<int> children_of(int rank, int ranks) {
  std::vector<int> children;
  int ahead = 1;
  while (ahead <= rank) ahead *= 2;
  for (; rank + ahead < ranks; ahead *= 2) children.push_back(rank + ahead);
  return children;
}

int widest_edge(const RankShape& shape) {
  int hops = 0;
  for (int rank = 1; rank < shape.ranks(); ++rank) {
    hops = std::max(hops, shape.hops(parent_of(rank), rank));
  }
  return hops;
}

/// Begin; receive and wait, except for the root; a send and a wait for each child; end.
class BroadcastProgram final : public SequentialProgram {
 public:
  BroadcastProgram(int rank, int repetitions, Bytes size, int ranks)
      : rank_(rank),
        size_(size),
        repetitions_(repetitions),
        edges_(edges_to(rank)),
        children_(children_of(rank, ranks)) {}

  std::optional<Op> next() override {
    if (repetition_ == repetitions_) return std::nullopt;
    const int receiving = rank_ == 0 ? 0 : 2;
    const int sending = 2 * static_cast<int>(children_.size());
    const int position = position_++;
    if (position == 0) return mark(OpKind::kBeginSequence);
    if (position == 1 && receiving > 0) return transfer(OpKind::kIrecv, parent_of(rank_));
    if (position == 2 && receiving > 0) return mark(OpKind::kWaitReceives);
    const int sent = position - receiving - 1;
    if (sent < sending && sent % 2 == 1) return mark(OpKind::kWaitSends);
    if (sent < sending) return transfer(OpKind::kIsend, children_[static_cast<std::size_t>(sent / 2)]);
    const Op end = mark(OpKind::kEndSequence);
    position_ = 0;
    ++repetition_;
    return end;
  }

 private:
  [[nodiscard]] Op mark(OpKind kind) const {
    Op op;
    op.kind = kind;
    op.sequence = repetition_ + 1;
    return op;
  }
  [[nodiscard]] Op transfer(OpKind kind, int peer) const {
    Op op = mark(kind);
    op.peer = peer;
    op.tag = static_cast<std::uint32_t>(repetition_);
    op.order = op.floor = static_cast<std::uint64_t>(repetition_) * kMostEdges + static_cast<std::uint64_t>(edges_);
    op.bytes = size_;
    return op;
  }

  int rank_;
  Bytes size_;
  int repetitions_;
  int edges_;
  std::vector<int> children_;  ///< at most log2 of the ranks
  int repetition_ = 0;
  int position_ = 0;
};

/// Binomial tree from rank 0 by NIC 0: in round r the ranks below 2^r, which have the message, send it 2^r ranks
/// ahead, one message after the other. Each repetition is a sequence.
class Broadcast final : public Workload {
 public:
  Broadcast(const WorkloadConfig& config, const RankShape& shape);

  [[nodiscard]] std::unique_ptr<RankProgram> program(int rank) const override;
  [[nodiscard]] std::uint64_t messages() const override;
  [[nodiscard]] Bytes bytes() const override { return message_size_ * messages(); }

 private:
  int ranks_;
  Bytes message_size_;
};

Broadcast::Broadcast(const WorkloadConfig& config, const RankShape& shape)
    : Workload(repetitions_of(config.repetitions, widest_edge(shape))),
      ranks_(shape.ranks()),
      message_size_(config.message_size) {}

std::unique_ptr<RankProgram> Broadcast::program(int rank) const {
  return std::make_unique<BroadcastProgram>(rank, static_cast<int>(sequences().size()), message_size_, ranks_);
}

std::uint64_t Broadcast::messages() const { return sequences().size() * static_cast<std::uint64_t>(ranks_ - 1); }

AlgorithmPolicy broadcast() {
  AlgorithmPolicy policy = rank_programs<Broadcast>("broadcast", "Rank 0 sends to all others along a binomial tree.");
  policy.early_messages = [](const WorkloadConfig& config, const RankShape& shape) {
    return for_all_ranks(static_cast<std::uint64_t>(config.repetitions), shape);
  };
  policy.message_size = true;
  policy.repetitions = true;
  return policy;
}

const Registered<AlgorithmKind> kBroadcast{broadcast()};

}  // namespace
}  // namespace tactus
