#include <algorithm>
#include <cstdint>
#include <vector>

#include "tlm_models/traffic/algorithm.h"
#include "tlm_models/traffic/early_messages.h"
#include "tlm_models/traffic/random_permutation.h"
#include "tlm_models/traffic/random_streams.h"
#include "tlm_models/traffic/step_workload.h"

namespace tactus {
namespace {

std::vector<int> inverse(const std::vector<int>& order) {
  std::vector<int> inverted(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) inverted[static_cast<std::size_t>(order[i])] = static_cast<int>(i);
  return inverted;
}

std::vector<std::vector<int>> draw(const WorkloadConfig& config, const RankShape& shape, std::uint64_t seed) {
  std::vector<std::vector<int>> all;
  for (int i = 0; i < config.repetitions; ++i) {
    all.push_back(random_derangement(shape.ranks(), seed, random_streams::kPermutations + static_cast<unsigned>(i)));
  }
  return all;
}

std::vector<SequenceInfo> describe(const std::vector<std::vector<int>>& permutations, const RankShape& shape) {
  std::vector<SequenceInfo> infos;
  for (const std::vector<int>& to : permutations) {
    int hops = 0;
    for (std::size_t rank = 0; rank < to.size(); ++rank) {
      hops = std::max(hops, shape.hops(static_cast<int>(rank), to[rank]));
    }
    infos.push_back({static_cast<int>(infos.size()) + 1, 0, hops});
  }
  return infos;
}

/// Every rank sends one message by NIC 0 and receives one: whom to says a random permutation that leaves no rank to
/// itself, another one in each repetition. Each repetition is a sequence.
class Permutation final : public StepWorkload {
 public:
  Permutation(const WorkloadConfig& config, const RankShape& shape, std::uint64_t seed);

  [[nodiscard]] std::uint64_t steps() const override { return sequences().size(); }
  [[nodiscard]] ExchangeStep step(std::uint64_t number) const override;
  [[nodiscard]] Exchange exchange(std::uint64_t number, int message, int rank) const override;

 private:
  Bytes message_size_;
  std::vector<std::vector<int>> to_;    ///< by repetition and rank
  std::vector<std::vector<int>> from_;  ///< the inverse
};

Permutation::Permutation(const WorkloadConfig& config, const RankShape& shape, std::uint64_t seed)
    : StepWorkload(config, shape, describe(draw(config, shape, seed), shape)),
      message_size_(config.message_size),
      to_(draw(config, shape, seed)) {
  for (const std::vector<int>& to : to_) from_.push_back(inverse(to));
}

ExchangeStep Permutation::step(std::uint64_t number) const {
  ExchangeStep step;
  step.sequence = static_cast<int>(number) + 1;
  step.tag = static_cast<std::uint32_t>(number);
  step.bytes = message_size_;
  return step;
}

Exchange Permutation::exchange(std::uint64_t number, int, int rank) const {
  const auto self = static_cast<std::size_t>(rank);
  return {to_[number][self], from_[number][self], {}};
}

AlgorithmPolicy permutation() {
  AlgorithmPolicy policy;
  policy.name = "permutation";
  policy.summary = "Every rank sends to one other, by random permutations that leave no rank to itself.";
  policy.make = [](const WorkloadConfig& config, const RankShape& shape,
                   std::uint64_t seed) -> std::unique_ptr<Workload> {
    return std::make_unique<Permutation>(config, shape, seed);
  };
  policy.early_messages = [](const WorkloadConfig& config, const RankShape& shape) {
    return for_all_ranks(static_cast<std::uint64_t>(config.repetitions), shape);
  };
  policy.message_size = true;
  policy.repetitions = true;
  policy.wait_receives = true;
  return policy;
}

const Registered<AlgorithmKind> kPermutation{permutation()};

}  // namespace
}  // namespace tactus
