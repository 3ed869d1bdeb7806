#pragma once

#include "tlm_models/traffic/all_to_all.h"

namespace tactus {

/// Pairwise exchange on 2^k ranks by NIC 0: in step p every rank exchanges with rank XOR p.
class Pairwise final : public AllToAll {
 public:
  Pairwise(const WorkloadConfig& config, TorusShape shape);

  [[nodiscard]] Exchange exchange(std::uint64_t number, int nic, Coordinate rank) const override;
};

}  // namespace tactus
