#include "tlm_models/traffic/algorithms/butterfly.h"

#include <fmt/core.h>

#include <algorithm>

#include "tlm_models/traffic/algorithm.h"
#include "tlm_models/traffic/early_messages.h"

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

class ButterflyProgram final : public SequentialProgram {
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

namespace {

std::uint64_t early(const WorkloadConfig& config, const RankShape& shape) {
  const std::uint64_t rounds = butterfly_schedule(butterfly_shape(config, shape.ranks())).size();
  // Who sends in repetition i + 2 knows that all have left i behind, whose messages may still be on their way.
  const std::uint64_t repetitions = std::min(static_cast<std::uint64_t>(config.repetitions), kStepsBehind + 1);
  return for_all_ranks(ceil_div(rounds, static_cast<std::uint64_t>(shape.nics())) * repetitions, shape);
}

std::string misfit(const RankShape& shape) {
  if ((shape.ranks() & (shape.ranks() - 1)) == 0) return {};
  return fmt::format("butterfly pairs ranks that differ in one bit, so their number must be a power of two: {}",
                     ranks_text(shape));
}

void check(const WorkloadConfig& config, const MachineConfig& machine, ConfigFaults& faults) {
  const int ranks = ranks_of(config, machine).ranks();
  const ButterflyShape butterfly = butterfly_shape(config, ranks);
  const int most = most_copies(machine.nics());
  const auto check_rounds = [&faults, most](const char* field, int rounds) {
    faults.require(rounds >= 0 && rounds <= most, field, "{}: must be 0 to {}", rounds, most);
  };
  check_rounds("middle_rounds", config.middle_rounds);
  check_rounds("final_rounds", config.final_rounds);
  const int together = config.middle_rounds + config.final_rounds;
  faults.require(std::max(config.middle_rounds, config.final_rounds) > most || together <= most, "final_rounds",
                 "{}: with the {} in the middle {}, at most {}, their receives being posted together",
                 config.final_rounds, config.middle_rounds, together, most);
  faults.require(config.middle_position >= 0 && config.middle_position <= butterfly.dimensions, "middle_position",
                 "{}: {} ranks have {} rounds without the redundant ones", config.middle_position, ranks,
                 butterfly.dimensions);
  faults.require(
      config.middle_rounds <= 0 || butterfly.position() > 0, "middle_rounds",
      "{}: {} ranks have one round, and no two ranks hold the same data before it; use 0, or middle_position: 1",
      config.middle_rounds, ranks);
}

AlgorithmPolicy butterfly() {
  AlgorithmPolicy policy =
      rank_programs<Butterfly>("butterfly", "Allreduce by a butterfly, which can have redundant rounds.");
  policy.early_messages = early;
  policy.misfit = misfit;
  policy.check = check;
  policy.message_size = true;
  policy.repetitions = true;
  policy.keys = {
      MemberKey<Cycles>{"combine_time", &WorkloadConfig::combine_time, "Time that combining two messages takes."},
      MemberKey<int>{"middle_rounds", &WorkloadConfig::middle_rounds,
                     "Redundant rounds after the first `workload.middle_position` rounds."},
      MemberKey<int>{"final_rounds", &WorkloadConfig::final_rounds, "Redundant rounds after all others."},
      MemberKey<int>{"middle_position", &WorkloadConfig::middle_position,
                     "Rounds before the redundant ones in the middle; 0 for half of the butterfly, rounded "
                     "down."}};
  return policy;
}

const Registered<AlgorithmKind> kButterfly{butterfly()};

}  // namespace
}  // namespace tactus
