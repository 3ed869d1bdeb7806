#pragma once

#include "tlm_models/traffic/step_workload.h"

namespace tactus {

/// Every rank exchanges with its four neighbours in the torus at once, NIC d sending in direction d. Each repetition is
/// a sequence.
class NearestNeighbour final : public StepWorkload {
 public:
  NearestNeighbour(const WorkloadConfig& config, TorusShape shape);

  [[nodiscard]] std::uint64_t steps() const override { return sequences().size(); }
  [[nodiscard]] ExchangeStep step(std::uint64_t number) const override;
  [[nodiscard]] Exchange exchange(std::uint64_t number, int nic, Coordinate rank) const override;

 private:
  Bytes message_size_;
};

}  // namespace tactus
