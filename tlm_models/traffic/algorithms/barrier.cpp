#include <algorithm>

#include "tlm_models/traffic/algorithm.h"
#include "tlm_models/traffic/dissemination.h"
#include "tlm_models/traffic/early_messages.h"
#include "tlm_models/traffic/rank_shift.h"
#include "tlm_models/traffic/step_workload.h"

namespace tactus {
namespace {

int widest_round(const RankShape& shape) {
  int hops = 0;
  for (std::uint64_t round = 0; round < dissemination_rounds(shape.ranks()); ++round) {
    hops = std::max(hops, shift_hops(shape, dissemination_distance(round)));
  }
  return hops;
}

/// Dissemination barriers of all ranks, by NIC 0 and in messages of 0 bytes: in round r every rank sends to rank + 2^r
/// and waits for rank - 2^r. Each barrier is a sequence.
class Barrier final : public StepWorkload {
 public:
  Barrier(const WorkloadConfig& config, const RankShape& shape);

  [[nodiscard]] std::uint64_t steps() const override;
  [[nodiscard]] ExchangeStep step(std::uint64_t number) const override;
  [[nodiscard]] Exchange exchange(std::uint64_t number, int message, int rank) const override;

 private:
  std::uint64_t rounds_;
};

Barrier::Barrier(const WorkloadConfig& config, const RankShape& shape)
    : StepWorkload(config, shape, repetitions_of(config.repetitions, widest_round(shape))),
      rounds_(dissemination_rounds(shape.ranks())) {}

std::uint64_t Barrier::steps() const { return sequences().size() * rounds_; }

ExchangeStep Barrier::step(std::uint64_t number) const {
  const std::uint64_t round = number % rounds_;
  ExchangeStep step;
  step.sequence = static_cast<int>(number / rounds_) + 1;
  step.begins_sequence = round == 0;
  step.ends_sequence = round == rounds_ - 1;
  step.tag = static_cast<std::uint32_t>(number);
  return step;
}

Exchange Barrier::exchange(std::uint64_t number, int, int rank) const {
  return barrier_exchange(rank, number % rounds_);
}

std::uint64_t early(const WorkloadConfig& config, const RankShape& shape) {
  const auto repetitions = static_cast<std::uint64_t>(config.repetitions);
  return for_all_ranks(dissemination_rounds(shape.ranks()) * std::min(repetitions, kStepsBehind), shape);
}

AlgorithmPolicy barrier() {
  AlgorithmPolicy policy = rank_programs<Barrier>("barrier", "Dissemination barriers of all ranks, one after another.");
  policy.early_messages = early;
  policy.repetitions = true;
  return policy;
}

const Registered<AlgorithmKind> kBarrier{barrier()};

}  // namespace
}  // namespace tactus
