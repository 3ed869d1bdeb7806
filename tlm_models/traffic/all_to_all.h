#pragma once

#include <vector>

#include "tlm_models/traffic/step_workload.h"

namespace tactus {

/// An exchange of one message between every two ranks, in sequences that can be run singly: one step per sequence.
class AllToAll : public StepWorkload {
 public:
  [[nodiscard]] std::uint64_t steps() const override { return sequences().size(); }
  [[nodiscard]] ExchangeStep step(std::uint64_t number) const override;
  /// Bisection bound, n/2 * floor(n/2) * ceil(n/2) * L_msg / B_link, if the torus is square and every sequence runs.
  /// L_msg is the message with the headers of its packets (nsim, section 3.1).
  [[nodiscard]] std::optional<Picoseconds> ideal_time(const MachineConfig& machine) const override;

 protected:
  /// `all` are the algorithm's sequences, of which `config` may select some.
  AllToAll(const WorkloadConfig& config, TorusShape shape, const std::vector<SequenceInfo>& all);

  /// Messages that a rank sends in sequence `sequence`, 1..4.
  [[nodiscard]] virtual int messages_in(int sequence) const;

 private:
  Bytes message_size_;
  bool complete_;
};

/// Number of sequences that the all-to-all `algorithm` has on `shape`; 0 for another algorithm.
int sequence_count(Algorithm algorithm, TorusShape shape);

}  // namespace tactus
