#include "tlm_models/traffic/butterfly.h"

#include <algorithm>

namespace tactus {
namespace {

int widest_pair(const RankShape& shape, int distance) {
  int hops = 0;
  for (int rank = 0; rank < shape.ranks(); ++rank) {
    hops = std::max(hops, shape.hops(rank, rank ^ distance));
  }
  return hops;
}

std::vector<SequenceInfo> sequences_of(const std::vector<ButterflyRound>& rounds, int repetitions,
                                       const RankShape& shape) {
  std::vector<SequenceInfo> infos;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    int phase = 0;
    for (const ButterflyRound& round : rounds) {
      const int hops = repetition == 0 ? widest_pair(shape, static_cast<int>(round.distance()))
                                       : infos[static_cast<std::size_t>(phase)].hops;
      infos.push_back({static_cast<int>(infos.size()) + 1, ++phase, hops});
    }
  }
  return infos;
}

class ButterflyProgram final : public RankProgram {
 public:
  ButterflyProgram(const Butterfly& butterfly, int rank)
      : butterfly_(butterfly), rank_(rank), rounds_(static_cast<std::uint32_t>(butterfly.rounds().size())) {}

  std::optional<Op> next() override {
    if (repetition_ == butterfly_.repetitions()) return std::nullopt;
    const Op op = butterfly_.op(butterfly_.steps()[step_], rank_, repetition_);
    if (++step_ == butterfly_.steps().size()) {
      step_ = 0;
      ++repetition_;
    }
    return op;
  }

  void sending(const Op& op, std::optional<std::uint32_t> result) override {
    std::optional<std::uint32_t> round;
    if (round_of(op).redundant) round = op.tag % rounds_;
    if (result && *result > op.tag) round = *result % rounds_;
    butterfly_.results().write(rank_, op.tag, round);
  }
  [[nodiscard]] std::optional<std::uint32_t> result_in(const Op& receive) const override {
    const int partner = rank_ ^ static_cast<int>(round_of(receive).distance());
    const std::optional<std::uint32_t> round = butterfly_.results().read(partner, receive.tag);
    if (!round) return std::nullopt;
    return receive.tag / rounds_ * rounds_ + *round;
  }

 private:
  [[nodiscard]] const ButterflyRound& round_of(const Op& op) const { return butterfly_.rounds()[op.tag % rounds_]; }

  const Butterfly& butterfly_;
  int rank_;
  std::uint32_t rounds_;
  int repetition_ = 0;
  std::size_t step_ = 0;
};

}  // namespace

ButterflyShape butterfly_shape(const WorkloadConfig& config, int ranks) {
  ButterflyShape shape;
  shape.dimensions = 0;
  while ((1 << shape.dimensions) < ranks) ++shape.dimensions;
  shape.middle_rounds = config.middle_rounds;
  shape.final_rounds = config.final_rounds;
  if (config.middle_position != 0) shape.middle_position = config.middle_position;
  return shape;
}

Butterfly::Butterfly(const WorkloadConfig& config, const RankShape& shape)
    : Workload(sequences_of(butterfly_schedule(butterfly_shape(config, shape.ranks())), config.repetitions, shape)),
      ranks_(shape.ranks()),
      nics_(shape.nics()),
      repetitions_(config.repetitions),
      message_size_(config.message_size),
      combine_time_(config.combine_time),
      rounds_(butterfly_schedule(butterfly_shape(config, shape.ranks()))) {
  add_steps();
  results_ = std::make_unique<ButterflyResults>(static_cast<std::size_t>(shape.ranks()), rounds_.size());
}

void Butterfly::add_steps() {
  const int rounds = static_cast<int>(rounds_.size());
  const auto is_redundant = [this](int round) { return rounds_[static_cast<std::size_t>(round)].redundant; };
  int last_redundant = -1;
  for (int round = 0; round < rounds; ++round) {
    if (!is_redundant(round)) continue;
    steps_.push_back({OpKind::kIrecv, round});
    last_redundant = round;
  }
  const auto add = [this](OpKind kind, int round) { steps_.push_back({kind, round}); };
  for (int round = 0; round < rounds; ++round) {
    add(OpKind::kBeginSequence, round);
    if (!is_redundant(round)) add(OpKind::kIrecv, round);
    add(OpKind::kIsend, round);
    if (!is_redundant(round)) {
      add(OpKind::kWaitFirst, round);
      add(OpKind::kCombine, round);
    }
    if (round <= last_redundant) add(OpKind::kCancel, round);
    add(OpKind::kEndSequence, round);
  }
  add(OpKind::kWaitSends, 0);
}

std::unique_ptr<RankProgram> Butterfly::program(int rank) const {
  return std::make_unique<ButterflyProgram>(*this, rank);
}

std::uint64_t Butterfly::messages() const { return sequences().size() * static_cast<std::uint64_t>(ranks_); }

Op Butterfly::op(const Step& step, int rank, int repetition) const {
  const ButterflyRound& round = rounds_[static_cast<std::size_t>(step.round)];
  Op op;
  op.kind = step.kind;
  op.peer = rank ^ static_cast<int>(round.distance());
  op.nic = static_cast<std::uint8_t>(step.round % nics_);
  op.peer_nic = op.nic;
  op.tag = static_cast<std::uint32_t>(repetition) * static_cast<std::uint32_t>(rounds_.size()) +
           static_cast<std::uint32_t>(step.round);
  const std::uint64_t repetition_begins = static_cast<std::uint64_t>(repetition) * rounds_.size();
  op.order = repetition_begins + static_cast<std::uint64_t>(step.round);
  // The receives of redundant rounds are posted before those of earlier rounds.
  op.floor = step.kind == OpKind::kIrecv && round.redundant ? repetition_begins : op.order;
  op.bytes = message_size_;
  op.cycles = combine_time_;
  op.sequence = static_cast<int>(op.tag) + 1;
  return op;
}

}  // namespace tactus
