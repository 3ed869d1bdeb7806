#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "hw/nic/nic_registers.h"
#include "tlm_models/noise/butterfly_schedule.h"
#include "tlm_models/traffic/workload.h"

namespace tactus {

/// The butterfly that `config` asks of so many ranks, a power of two.
ButterflyShape butterfly_shape(const WorkloadConfig& config, int ranks);

/// Most redundant rounds, in the middle and at the end: their receives are posted together, and each engine has a slot
/// left for a butterfly round. Of rounds in a row one engine can have one more than another, and there are two rows.
constexpr int most_copies(int nics) { return nics * (nic_reg::kRingEntries - 1) - 2 * (nics - 1); }

/// Rounds of which messages have the results: a word for each message, which would stand in front of its data. Each
/// message has one writer, before it is sent, and one reader, when it has come; ranks may be executed by different
/// threads.
class ButterflyResults {
 public:
  ButterflyResults(std::size_t ranks, std::size_t rounds) : rounds_(rounds), words_(ranks * rounds * kRepetitions) {}

  /// The message that `rank` sends under `tag` is the result of round `result` of the same repetition, or no result.
  void write(int rank, std::uint32_t tag, std::optional<std::uint32_t> result) {
    word(rank, tag).store(result ? static_cast<std::uint8_t>(*result + 1) : std::uint8_t{0}, std::memory_order_relaxed);
  }
  [[nodiscard]] std::optional<std::uint32_t> read(int rank, std::uint32_t tag) {
    const std::uint8_t found = word(rank, tag).load(std::memory_order_relaxed);
    return found == 0 ? std::nullopt : std::optional<std::uint32_t>(found - 1U);
  }

 private:
  /// A rank that sends in repetition i + 2 has the results of i + 1, so all have left i behind.
  static constexpr std::size_t kRepetitions = 2;

  std::atomic<std::uint8_t>& word(int rank, std::uint32_t tag) {
    const std::size_t repetition = tag / rounds_ % kRepetitions;
    return words_[(static_cast<std::size_t>(rank) * kRepetitions + repetition) * rounds_ + tag % rounds_];
  }

  std::size_t rounds_;
  std::vector<std::atomic<std::uint8_t>> words_;
};

/// Allreduce by a butterfly with redundant rounds, as messages: the schedule of `butterfly_schedule`. Each round of
/// each repetition is a sequence, its phase the number of the round from 1.
///
/// A rank posts the receives of all redundant rounds first. In a butterfly round it sends its part, waits for its
/// partner's and combines; in a redundant round it sends what it has. Whatever comes that is the result of a later
/// round makes waiting and combining up to there needless: the rank goes on, and from then on sends that result in
/// place of what it does not have, until its own is as far. So one that has it passes it on, and one that was late
/// catches up. Receives that a rank has not needed it cancels: it sends one message in every round, and each is either
/// received or dropped. Round i is done by NIC i modulo their number. Reference: docs/reference/algorithms.md.
class Butterfly final : public Workload {
 public:
  Butterfly(const WorkloadConfig& config, const RankShape& shape);

  [[nodiscard]] std::unique_ptr<RankProgram> program(int rank) const override;
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
  /// Operation of `rank` in `step` of a repetition, from 0.
  [[nodiscard]] Op op(const Step& step, int rank, int repetition) const;
  /// Results that its messages carry.
  [[nodiscard]] ButterflyResults& results() const { return *results_; }

 private:
  void add_steps();

  int ranks_;
  int nics_;
  int repetitions_;
  Bytes message_size_;
  Cycles combine_time_;
  std::vector<ButterflyRound> rounds_;
  std::vector<Step> steps_;  ///< steps of one repetition
  std::unique_ptr<ButterflyResults> results_;
};

}  // namespace tactus
