#pragma once

#include "tlm_models/traffic/all_to_all.h"

namespace tactus {

/// Pairwise exchange on 2^k ranks by NIC 0: in step p every rank exchanges with rank XOR p.
class Pairwise final : public AllToAll {
 public:
  Pairwise(const WorkloadConfig& config, const RankShape& shape);

 protected:
  [[nodiscard]] Exchange exchange_in(int sequence, int message, int rank) const override;

 private:
  static std::vector<SequenceInfo> steps_of(const RankShape& shape);
};

}  // namespace tactus
