#pragma once

#include <memory>
#include <vector>

#include "tlm_models/traffic/workload.h"

namespace tactus {

/// A step that all ranks make alike: on each of the first `messages` NICs one message is sent and one received.
struct ExchangeStep {
  int sequence = 0;  ///< number of the sequence it belongs to, from 1; 0 for none
  bool begins_sequence = true;
  bool ends_sequence = true;
  int messages = 1;          ///< 1..4
  std::uint32_t tag = 0;     ///< of its messages
  bool tag_per_nic = false;  ///< the message on NIC n has tag + n
  Bytes bytes;               ///< of each message
};

/// What one rank does on one NIC in one step. The receive matches the send that the peer makes by the same NIC.
struct Exchange {
  int to = 0;                        ///< rank
  int from = 0;                      ///< rank
  std::optional<OffsetSigns> signs;  ///< as Op's
};

/// A workload of steps in which every rank does the same with different peers. A step of m messages is: m irecv,
/// m isend, wait for the sends, wait for the receives. Without `WorkloadConfig::wait_receives` only the last step waits
/// for receives, for all there were.
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
  [[nodiscard]] virtual Exchange exchange(std::uint64_t number, int nic, int rank) const = 0;

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
