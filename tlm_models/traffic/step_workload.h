#pragma once

#include <memory>
#include <vector>

#include "tlm_models/traffic/workload.h"

namespace tactus {

/// A step that all ranks make alike: each sends `messages` messages and receives as many, message j by NIC j modulo
/// their number.
struct ExchangeStep {
  int sequence = 0;  ///< number of the sequence it belongs to, from 1; 0 for none
  bool begins_sequence = true;
  bool ends_sequence = true;
  int messages = 1;
  std::uint32_t tag = 0;         ///< tag of its messages
  bool tag_per_message = false;  ///< message j has tag + j
  Bytes bytes;                   ///< size of each message
  int barrier_round = -1;        ///< as Op's
  /// Above 0: ranks synchronise their counters in so many rounds, by other messages than those.
  int synchronisation_rounds = 0;
};

/// One message out and one in, of one rank in one step. The receive matches the peer's message of the same number.
struct Exchange {
  int to = 0;                        ///< rank
  int from = 0;                      ///< rank
  std::optional<OffsetSigns> signs;  ///< as Op's
};

/// A workload of steps in which every rank does the same with different peers. A step of m messages is: m irecv,
/// m isend, wait for the sends, wait for the receives. If there are fewer NICs than that, calls come in rounds of one
/// irecv and one isend for each NIC. Without `WorkloadConfig::wait_receives` only the last step waits for receives, for
/// all there were.
class StepWorkload : public Workload {
 public:
  [[nodiscard]] std::unique_ptr<RankProgram> program(int rank) const override;
  [[nodiscard]] std::uint64_t messages() const override;
  [[nodiscard]] Bytes bytes() const override;

  /// The step `number` ends only when its messages have been received.
  [[nodiscard]] bool waits_for_receives(std::uint64_t number) const { return wait_receives_ || number + 1 == steps(); }
  [[nodiscard]] virtual std::uint64_t steps() const = 0;
  /// Step `number` of `steps()`, from 0.
  [[nodiscard]] virtual ExchangeStep step(std::uint64_t number) const = 0;
  [[nodiscard]] virtual Exchange exchange(std::uint64_t number, int message, int rank) const = 0;
  [[nodiscard]] int nics() const { return shape_.nics(); }
  [[nodiscard]] const NetworkShape& nodes() const { return shape_.nodes; }

 protected:
  StepWorkload(const WorkloadConfig& config, const RankShape& shape, std::vector<SequenceInfo> sequences)
      : Workload(std::move(sequences)), shape_(shape), wait_receives_(config.wait_receives) {}

  [[nodiscard]] const RankShape& shape() const { return shape_; }
  /// Round `round`, from 0, of a dissemination barrier of all ranks.
  [[nodiscard]] Exchange barrier_exchange(int rank, std::uint64_t round) const;

 private:
  RankShape shape_;
  bool wait_receives_;
};

}  // namespace tactus
