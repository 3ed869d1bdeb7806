#pragma once

#include <vector>

#include "tlm_models/traffic/a2at_plan.h"
#include "tlm_models/traffic/all_to_all.h"

namespace tactus {

/// All-to-all on a torus of n dimensions in which every rank sends to 2n others in every sequence and which, for equal
/// sides, loads all links alike (nsim, section 3, for n = 2). With `WorkloadConfig::phased` its sequences are those of
/// a schedule of phases. Message j of a sequence goes by NIC j modulo their number. With m ranks on each node every
/// sequence is run m times: in the one of shift q, place p sends to place p + q (modulo m) of each peer. Shifts within
/// the node follow. Sequences: docs/reference/algorithms.md.
class A2at final : public AllToAll {
 public:
  A2at(const WorkloadConfig& config, const RankShape& shape);

  /// Number of its sequences.
  static int sequence_count(const WorkloadConfig& config, const RankShape& shape);

 protected:
  [[nodiscard]] int messages_in(int sequence) const override;
  [[nodiscard]] Exchange exchange_in(int sequence, int message, int rank) const override;

 private:
  static std::vector<A2atSequence> plan(const WorkloadConfig& config, const RankShape& shape);
  static std::vector<SequenceInfo> describe(const std::vector<A2atSequence>& plan, const RankShape& shape);
  A2at(const WorkloadConfig& config, const RankShape& shape, std::vector<A2atSequence> plan);

  std::vector<A2atSequence> plan_;  ///< all sequences, whichever are run
};

}  // namespace tactus
