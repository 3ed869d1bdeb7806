#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "hw/common/nic_config.h"
#include "hw/common/units.h"
#include "hw/memory/address_map.h"
#include "tlm_models/noise/stretched_work.h"
#include "tlm_models/traffic/message_port.h"
#include "tlm_models/traffic/phase_begin.h"
#include "tlm_models/traffic/rank_program.h"
#include "tlm_models/traffic/rank_view.h"
#include "tlm_models/traffic/traffic_observer.h"
#include "tlm_models/traffic/workload_config.h"

namespace tactus {

/// Settings that the software of all ranks has in common.
struct SoftwareConfig {
  Clock clock{Picoseconds{4000}};  ///< unit of call overheads, of computing times, and of what observers are told
  Cycles call_overhead{50};
  Cycles return_overhead{0};
  PacingConfig pacing;
  /// PACE_BIAS of all engines from the beginning of each sequence on, by its number from 1; empty: it stays as it is.
  std::vector<PacketEighths> sequence_bias;
  CopyConfig copy;
  BufferHomes homes;    ///< homes of the buffers of all ranks
  int send_queues = 1;  ///< queues of each engine; more than 1: one for each class of messages
};

/// Program of a rank, and the noise under which it runs.
struct RankSetup {
  int rank = 0;
  std::unique_ptr<RankProgram> program;
  const NoiseSource* noise = nullptr;  ///< noise of its processors, which it outlives; null: none
  int process = 0;                     ///< number of its processor 0 in the noise
  int next_process = 0;                ///< how much higher the numbers of its other processors are, each
  PhaseBegin phase_begin{};            ///< slots of the messages of all nodes, and when its sequences begin
  int node = 0;                        ///< that it runs on, by number
};

/// State of a rank, for waveforms.
enum class RankState : std::uint8_t { kEnded, kCall, kCompute, kWait };

/// Executes the program of one rank, at every level: one step at a time on each of its processors.
///
/// A call begins when the step before it has ended, and takes effect `call_overhead` later, or as soon after that as it
/// can: sends and receives need room in the machine, waits need completions. `return_overhead` comes on top, of sends
/// and receives before their effect and of waits after it. Noise of the operating system stretches calls and computing,
/// and holds up a processor that could go on. Knows neither a machine nor where the rank runs, and raises no report.
/// Exact times: docs/reference/rank_processor.md.
class RankInterpreter final : public RankView {
 public:
  static constexpr Picoseconds kOnCompletion = Picoseconds::max();

  /// `observer` may be null; it, `config`, `port` and whatever the program refers to must outlive this.
  RankInterpreter(RankSetup setup, const SoftwareConfig& config, MessagePort& port, TrafficObserver* observer);

  /// Does what is due at `port.now()`. Answers when to run it again, or `kOnCompletion` if only something that becomes
  /// complete, or room in the machine, can give it something to do. More calls than needed change nothing.
  Picoseconds run();
  /// `receive`, which this rank posted, is complete. True if that gives it something to do now.
  bool received(const Op& receive);
  /// The message of the send with that `Op::operation` has left. True if that gives it something to do now.
  bool sent(std::uint32_t operation);

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] bool finished() const override { return finished_; }
  [[nodiscard]] Picoseconds end() const override { return end_; }
  /// It has begun and not ended, and none of its processors can go on by itself.
  [[nodiscard]] bool blocked() const { return !finished_ && begun_ && !works(); }
  /// It will go on by itself: a processor computes or is inside a call, or the program has not begun.
  [[nodiscard]] bool busy() const override { return !finished_ && !blocked(); }
  [[nodiscard]] RankStatus status() const override;
  [[nodiscard]] Picoseconds stolen() const override;
  /// Time of the rank's own work, calls and computing, without noise.
  [[nodiscard]] Picoseconds worked() const override;

  // For waveforms (docs/reference/waves.md, rank): its processor 0.
  [[nodiscard]] RankState state() const;
  /// The step that it is in, or nothing.
  [[nodiscard]] std::optional<OpKind> step() const;
  /// Number of the sequence that it is in, from 1; 0 between sequences.
  [[nodiscard]] int sequence() const { return sequence_; }
  [[nodiscard]] bool has_noise() const { return has_noise_; }
  /// Noise has its processor at `time`.
  [[nodiscard]] bool taken_at(Picoseconds time) const { return processors_.front().work.taken_at(time); }

 private:
  struct Processor {
    StretchedWork work;
    std::optional<Op> op;    ///< begun, not yet ended
    Picoseconds due;         ///< from which `op` may take effect; its end, once it returns
    bool blocked = false;    ///< `op` is due but cannot take effect
    bool returning = false;  ///< `op` has taken effect and has not ended
    bool idle = false;       ///< no step was ready
    bool works = false;      ///< work has begun whose end has not been told
  };

  /// When what begins now and needs the processor for `work` has its effect.
  Picoseconds end_of_work(Processor& self, Picoseconds work) {
    self.works = true;
    return port_.acts_at(self.work.end(port_.now(), work));
  }
  /// `due` has come; tells the end of what the processor did until then.
  bool is_due(Processor& self);
  [[nodiscard]] Cycles cycle() const { return config_.clock.cycle_at(port_.now()); }
  [[nodiscard]] bool works() const;
  /// Executes steps of the processor as far as they go now; true if one has ended.
  bool run(int number);
  /// Begins the next step of the processor, if there is one.
  bool begin_step(int number);
  /// When the processor can go on by itself.
  [[nodiscard]] static Picoseconds next_of(const Processor& self);
  /// Whether the present step is in effect: it takes effect now, or has before. If not, it is blocked or due later.
  bool in_effect(Processor& self);
  /// Completion that a step of that kind, which was blocked, has waited for.
  [[nodiscard]] AwaitedCompletion awaited_by(OpKind kind) const;
  /// True if everything that `op` waits for, besides the processor, is there.
  bool can_take_effect(const Op& op);
  void take_effect(const Op& op);
  void post(Op receive);
  void start_send(const Op& op);
  void begin_sequence(int sequence);
  void end_sequence(int sequence);
  void end_program();
  void end_operation(std::uint32_t operation);
  void complete(const Op& receive);
  /// A processor waits for what is there now, or for a step.
  bool can_go_on();
  /// A result is there that makes `op` obsolete.
  [[nodiscard]] bool superseded(const Op& op) const { return newest_result_ && *newest_result_ > op.tag; }
  [[nodiscard]] MessageEvent event_for(const Op& op, bool outgoing) const;

  int rank_;
  std::unique_ptr<RankProgram> program_;
  const SoftwareConfig& config_;
  MessagePort& port_;
  TrafficObserver* observer_;
  std::vector<Processor> processors_;
  bool has_noise_;
  PhaseBegin phase_begin_;
  int node_;

  bool begun_ = false;
  bool finished_ = false;
  Picoseconds end_;
  int sequence_ = 0;
  AwaitedCompletion completed_ = AwaitedCompletion::kReceive;  ///< kind of the last completion
  std::optional<std::uint32_t> newest_result_;                 ///< highest tag of the results received
};

}  // namespace tactus
