#include "tlm_models/traffic/barrier.h"

#include <algorithm>

#include "tlm_models/traffic/dissemination.h"
#include "tlm_models/traffic/rank_shift.h"

namespace tactus {
namespace {

int widest_round(const RankShape& shape) {
  int hops = 0;
  for (std::uint64_t round = 0; round < dissemination_rounds(shape.ranks()); ++round) {
    hops = std::max(hops, shift_hops(shape, dissemination_distance(round)));
  }
  return hops;
}

}  // namespace

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

}  // namespace tactus
