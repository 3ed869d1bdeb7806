#pragma once

#include "tlm_models/traffic/workload.h"

namespace tactus {

/// Rank 0 and the first rank of another node send a message to and fro by NIC 0; the others do nothing.
class PingPong final : public Workload {
 public:
  PingPong(const WorkloadConfig& config, const RankShape& shape);

  [[nodiscard]] std::unique_ptr<RankProgram> program(int rank) const override;
  [[nodiscard]] std::uint64_t messages() const override { return 2 * round_trips_; }
  [[nodiscard]] Bytes bytes() const override { return message_size_ * messages(); }

 private:
  int peer_;  ///< rank
  Bytes message_size_;
  std::uint64_t round_trips_;
};

}  // namespace tactus
