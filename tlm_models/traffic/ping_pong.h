#pragma once

#include "tlm_models/traffic/workload.h"

namespace tactus {

/// Node (0,0) and one peer send a message to and fro by NIC 0; the other nodes do nothing.
class PingPong final : public Workload {
 public:
  PingPong(const WorkloadConfig& config, TorusShape shape);

  [[nodiscard]] std::unique_ptr<RankProgram> program(int node) const override;
  [[nodiscard]] std::uint64_t messages() const override { return 2 * round_trips_; }
  [[nodiscard]] Bytes bytes() const override { return message_size_ * messages(); }

 private:
  TorusShape shape_;
  Coordinate peer_;
  Bytes message_size_;
  std::uint64_t round_trips_;
};

}  // namespace tactus
