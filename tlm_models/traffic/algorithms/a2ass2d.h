#pragma once

#include "tlm_models/traffic/all_to_all.h"

namespace tactus {

/// Shifts in two dimensions by NIC 0 (mfs, "A2ASS2D"): with the ranks numbered on an n x n grid, in step p every rank
/// sends to the one that is p mod n columns and p / n rows away, cyclically in each.
class A2ass2d final : public AllToAll {
 public:
  A2ass2d(const WorkloadConfig& config, const RankShape& shape);

  /// Side of the grid of `ranks` ranks; nothing if they do not fill a square.
  static std::optional<int> side(int ranks);

 protected:
  [[nodiscard]] Exchange exchange_in(int sequence, int message, int rank) const override;

 private:
  static std::vector<SequenceInfo> steps_of(const RankShape& shape);

  NetworkShape grid_;
};

}  // namespace tactus
