#pragma once

#include "tlm_models/traffic/step_workload.h"

namespace tactus {

/// Every rank exchanges with those in its place on the neighbouring nodes at once, message d going in direction d.
/// Behind the last node of a dimension comes the first, on a mesh too. Each repetition is a sequence.
class NearestNeighbour final : public StepWorkload {
 public:
  NearestNeighbour(const WorkloadConfig& config, const RankShape& shape);

  [[nodiscard]] std::uint64_t steps() const override { return sequences().size(); }
  [[nodiscard]] ExchangeStep step(std::uint64_t number) const override;
  [[nodiscard]] Exchange exchange(std::uint64_t number, int message, int rank) const override;

 private:
  Bytes message_size_;
};

}  // namespace tactus
