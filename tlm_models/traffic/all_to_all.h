#pragma once

#include <vector>

#include "tlm_models/traffic/algorithm.h"
#include "tlm_models/traffic/early_messages.h"
#include "tlm_models/traffic/step_workload.h"
#include "tlm_models/traffic/synchronisation/synchronisation_config.h"

namespace tactus {

/// An exchange of one message between every two ranks, in sequences that can be run singly: one step per sequence, and
/// if `sequence_barrier` is set the rounds of a dissemination barrier after each, which belong to no sequence. With
/// `PhasedSequences::synchronisation` there are steps before some sequences in which ranks synchronise their counters,
/// each with a barrier of its own.
class AllToAll : public StepWorkload {
 public:
  [[nodiscard]] std::uint64_t steps() const override { return parts() * steps_per_part(); }
  [[nodiscard]] ExchangeStep step(std::uint64_t number) const override;
  [[nodiscard]] Exchange exchange(std::uint64_t number, int message, int rank) const override;
  /// Least time of an exchange: the links of the longest dimension, all of them loaded alike, or the NICs if those need
  /// more, where every sequence runs; on a mesh the bisection bound. docs/reference/algorithms.md, and for square tori
  /// nsim, section 3.1.
  [[nodiscard]] std::optional<Picoseconds> ideal_time(const MachineConfig& machine) const override;

 protected:
  /// `all` are the algorithm's sequences, of which `config` may select some.
  AllToAll(const WorkloadConfig& config, const RankShape& shape, const std::vector<SequenceInfo>& all);

  /// Messages that a rank sends in sequence `sequence`, from 1 on.
  [[nodiscard]] virtual int messages_in(int sequence) const;
  /// Exchange of `rank` in sequence `sequence` with its message `message`, from 0.
  [[nodiscard]] virtual Exchange exchange_in(int sequence, int message, int rank) const = 0;

 private:
  /// Position of a step: which part of the exchange, a sequence or a synchronisation, which of these, and there 0 for
  /// itself or 1 + the round of the barrier after it.
  struct Position {
    std::uint64_t part;
    bool synchronises;
    std::size_t which;  ///< place in `sequences()`, or among the synchronisations
    std::uint64_t place;
  };
  [[nodiscard]] Position position(std::uint64_t step) const;
  [[nodiscard]] std::uint64_t parts() const { return sequences().size() + synchronised_before_.size(); }
  [[nodiscard]] std::uint64_t steps_per_part() const { return 1 + barrier_rounds_; }
  [[nodiscard]] ExchangeStep barrier_step(Position at) const;
  [[nodiscard]] ExchangeStep synchronisation_step(Position at) const;

  Bytes message_size_;
  std::uint64_t barrier_rounds_;  ///< after each part
  std::size_t all_sequences_;     ///< sequences of the algorithm, whichever are run
  SynchronisationConfig synchronisation_;
  std::vector<std::size_t> synchronised_before_;  ///< places in `sequences()`, ascending
};

/// Number of sequences of an exchange in which a rank sends one message in each.
inline int one_sequence_per_peer(const WorkloadConfig& /*config*/, const RankShape& shape) { return shape.ranks() - 1; }

/// The registration of an exchange that is an `E` and has one message of a rank in each sequence.
template <class E>
AlgorithmPolicy exchange_algorithm(const char* name, const char* summary) {
  AlgorithmPolicy policy = rank_programs<E>(name, summary);
  policy.sequences = one_sequence_per_peer;
  policy.early_messages = [](const WorkloadConfig& config, const RankShape& shape) {
    return early_of_exchange(config, shape, one_sequence_per_peer(config, shape), 1);
  };
  policy.message_size = true;
  policy.wait_receives = true;
  return policy;
}

}  // namespace tactus
