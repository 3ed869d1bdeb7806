#pragma once

#include <vector>

#include "hw/nic/nic_registers.h"
#include "tlm_models/noise/butterfly_schedule.h"
#include "tlm_models/traffic/workload.h"

namespace tactus {

/// The butterfly that `config` asks of so many ranks, a power of two.
ButterflyShape butterfly_shape(const WorkloadConfig& config, int ranks);

/// Most redundant rounds in a row: they are posted together with the butterfly round before them, and the four DMA
/// engines have 64 receive slots.
inline constexpr int kMostCopies = kDmaEngines * nic_reg::kRingEntries - 1;

/// Allreduce by a butterfly with redundant rounds, as messages: the schedule of `butterfly_schedule`. Each round of
/// each repetition is a sequence, its phase the number of the round from 1.
///
/// A butterfly round and the redundant rounds that follow it are one group. A rank posts all receives of a group, sends
/// its part, waits for its partner's and combines; with the first copy of a redundant round that comes meanwhile it
/// has the same, and goes on. What it has then it sends in every redundant round of the group; receives that it has not
/// needed it cancels. So every rank sends one message in every round, and each is either received or dropped.
/// Round i is done by NIC i mod 4. Reference: docs/reference/butterfly.md.
class Butterfly final : public Workload {
 public:
  Butterfly(const WorkloadConfig& config, TorusShape shape);

  [[nodiscard]] std::unique_ptr<RankProgram> program(int node) const override;
  [[nodiscard]] std::uint64_t messages() const override;
  [[nodiscard]] Bytes bytes() const override { return message_size_ * messages(); }

  /// The rounds of one repetition.
  [[nodiscard]] const std::vector<ButterflyRound>& rounds() const { return rounds_; }
  [[nodiscard]] int repetitions() const { return repetitions_; }
  /// A step of the programs; the same steps for every rank and repetition.
  struct Step {
    OpKind kind = OpKind::kCompute;
    int round = 0;  ///< index into `rounds`
  };
  [[nodiscard]] const std::vector<Step>& steps() const { return steps_; }
  /// What the rank at `node` does in `step` of a repetition, from 0.
  [[nodiscard]] Op op(const Step& step, int node, int repetition) const;

 private:
  void add_group(int first, int end);

  TorusShape shape_;
  int repetitions_;
  Bytes message_size_;
  Cycles combine_time_;
  std::vector<ButterflyRound> rounds_;
  std::vector<Step> steps_;  ///< of one repetition
};

}  // namespace tactus
