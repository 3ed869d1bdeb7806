#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "hw/common/probe.h"
#include "hw/common/torus_shape.h"
#include "tlm_models/noise/stretched_work.h"
#include "tlm_models/traffic/processor.h"
#include "tlm_models/traffic/rank_program.h"
#include "tlm_models/traffic/rank_status.h"
#include "tlm_models/traffic/traffic_observer.h"

namespace tactus {

/// Parameters of a rank processor.
struct RankProcessorConfig {
  Picoseconds clock{4000};
  TorusShape torus;
  Cycles call_overhead{50};
  PacingConfig pacing;
  /// PACE_BIAS of all engines from the beginning of each sequence on, by its number from 1; empty: it stays as it is.
  std::vector<PacketEighths> sequence_bias;
  const NoiseSource* noise = nullptr;  ///< of the node's processor, which it outlives; null: none
};

/// Executes the program of one rank by programming its NIC.
///
/// A call begins in the cycle in which the step before it has taken effect, and takes effect `call_overhead` cycles
/// later, or as soon after that as it can: sends and receives need a free descriptor or slot, waits need completions.
/// Noise of the operating system stretches calls and computing, and holds up a processor that could go on.
/// Exact cycles: docs/reference/rank_processor.md. Raises no report itself; `status` says what is left undone.
class RankProcessor final : public Processor {
 public:
  /// `observer` may be null; it must outlive the processor, as must whatever `program` refers to.
  RankProcessor(const sc_core::sc_module_name& name, const RankProcessorConfig& config, Coordinate node,
                std::unique_ptr<RankProgram> program, TrafficObserver* observer);

  /// The program has ended.
  [[nodiscard]] bool finished() const { return finished_; }
  /// It will go on by itself: it computes, is inside a call or has not begun.
  [[nodiscard]] bool busy() const { return !finished_ && !blocked_; }
  /// What the rank waits for, and what is not complete.
  [[nodiscard]] RankStatus status() const;
  /// What the rank does, for waveforms (docs/reference/waves.md, rank).
  void add_probes(ProbeList& probes, const std::string& scope) const;
  /// By how much noise has put off the processor's own work.
  [[nodiscard]] Picoseconds stolen() const { return work_.stolen(); }

 private:
  void completed(int engine, const NicDriver::Completions& completions, Cycles now) override;
  Cycles run(Cycles now) override;

  /// The cycle from which what the processor does from `now` on, `work` long, has its effect.
  Cycles end_of_work(Cycles now, Cycles work);
  /// The cycle in which the processor can stop what it does.
  Cycles given_up(Cycles now);
  /// What `op` waits for besides the processor is there.
  bool can_take_effect(const Op& op);
  void take_effect(const Op& op, Cycles now);
  void start_send(const Op& op, Cycles now);
  void post_receive(const Op& op);
  void cancel(const Op& op);
  void begin_sequence(int sequence, Cycles now);
  void end_sequence(int sequence, Cycles now);
  void end_program(Cycles now);

  [[nodiscard]] int sends_under_way() const;
  [[nodiscard]] bool receiving() const;
  /// Slot of the receive that `op` names, if it is under way.
  [[nodiscard]] std::optional<int> slot_under_way(const Op& op) const;
  /// A result is there that makes `op` obsolete.
  [[nodiscard]] bool superseded(const Op& op) const { return newest_result_ && *newest_result_ > op.tag; }
  [[nodiscard]] MessageEvent event_for(const Op& op, bool outgoing) const;

  RankProcessorConfig config_;
  Coordinate node_;
  std::unique_ptr<RankProgram> program_;
  TrafficObserver* observer_;
  StretchedWork work_;

  std::optional<Op> op_;  ///< begun, not yet in effect
  Cycles due_;            ///< cycle from which `op_` may take effect
  bool blocked_ = false;  ///< `op_` is due but cannot take effect
  bool finished_ = false;
  int sequence_ = 0;  ///< that it is in, from 1; 0 between sequences
  std::array<std::array<Op, nic_reg::kRingEntries>, kDmaEngines> posted_;  ///< by engine and slot
  std::array<int, kDmaEngines> last_slot_{};                               ///< of the last receive posted, by engine
  std::optional<std::uint32_t> newest_result_;                             ///< highest tag of the results received
};

}  // namespace tactus
