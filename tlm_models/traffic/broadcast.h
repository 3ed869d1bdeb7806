#pragma once

#include "tlm_models/traffic/workload.h"

namespace tactus {

/// Binomial tree from rank 0 by NIC 0: in round r the ranks below 2^r, which have the message, send it 2^r ranks
/// ahead, one message after the other. Each repetition is a sequence.
class Broadcast final : public Workload {
 public:
  Broadcast(const WorkloadConfig& config, const RankShape& shape);

  [[nodiscard]] std::unique_ptr<RankProgram> program(int rank) const override;
  [[nodiscard]] std::uint64_t messages() const override;
  [[nodiscard]] Bytes bytes() const override { return message_size_ * messages(); }

 private:
  int ranks_;
  Bytes message_size_;
};

}  // namespace tactus
