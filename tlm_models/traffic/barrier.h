#pragma once

#include "tlm_models/traffic/step_workload.h"

namespace tactus {

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

}  // namespace tactus
