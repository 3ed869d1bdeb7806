#pragma once

#include "tlm_models/traffic/all_to_all.h"

namespace tactus {

/// Ring exchange by NIC 0: in step p every rank sends to rank + p and receives from rank - p.
class Ring final : public AllToAll {
 public:
  Ring(const WorkloadConfig& config, const RankShape& shape);

 protected:
  [[nodiscard]] Exchange exchange_in(int sequence, int message, int rank) const override;
};

}  // namespace tactus
