#pragma once

#include <cstdint>
#include <vector>

#include "tlm_models/traffic/step_workload.h"

namespace tactus {

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

}  // namespace tactus
