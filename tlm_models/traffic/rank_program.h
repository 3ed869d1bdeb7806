#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "hw/common/coordinate.h"
#include "hw/common/units.h"

namespace tactus {

/// One step of a rank's program. Calls that an MPI program would make (`is_post`, `is_wait`) cost the processor its
/// overheads each; the others cost nothing by themselves.
enum class OpKind : std::uint8_t {
  kIsend,          ///< start sending `bytes` to `peer` by NIC `nic`
  kIrecv,          ///< make ready to receive `bytes` from `peer` on NIC `nic`
  kWaitSends,      ///< until every send started so far has left the NIC
  kWaitReceives,   ///< until every receive posted so far is complete; cancelled ones do not count
  kWaitFirst,      ///< until the receive `tag` from `peer` on `nic` is complete, or a later result is there
  kCancel,         ///< drop what still comes for that receive, if anything
  kCompute,        ///< busy for `cycles`
  kCombine,        ///< busy for `cycles`, or until a later result than that of `tag` is there
  kBeginSequence,  ///< statistics only: sequence `sequence` begins here
  kEndSequence,    ///< statistics only
  kWaitFor,        ///< until the program says that it `may_end`
};

/// Whether a step of that kind is a call that starts something and waits for nothing but room.
constexpr bool is_post(OpKind kind) { return kind == OpKind::kIsend || kind == OpKind::kIrecv; }
/// Whether it is a call that waits for messages.
constexpr bool is_wait(OpKind kind) {
  return kind == OpKind::kWaitSends || kind == OpKind::kWaitReceives || kind == OpKind::kWaitFirst ||
         kind == OpKind::kWaitFor;
}

/// Whether a step of that kind names a peer.
constexpr bool has_peer(OpKind kind) {
  return kind == OpKind::kIsend || kind == OpKind::kIrecv || kind == OpKind::kWaitFirst || kind == OpKind::kCancel;
}

/// Part of a message in an exchange of time stamps: see SynchronisationCalls.
enum class StampKind : std::uint8_t { kNone, kRequest, kReply };

inline constexpr std::uint32_t kNoOperation = UINT32_MAX;

/// Peer of a grouped receive that has met no message.
inline constexpr int kAnyRank = -1;
/// Tags of grouped messages have this bit, and in their lowest bits the number of the message among those of its
/// sender. Their receives ignore these bits.
inline constexpr std::uint32_t kGroupTag = 1U << 31U;
inline constexpr int kGroupNumberBits = 20;

struct Op {
  OpKind kind = OpKind::kCompute;
  int peer = 0;               ///< rank
  std::uint8_t nic = 0;       ///< DMA engine of this node
  std::uint8_t peer_nic = 0;  ///< kIsend: DMA engine of the peer that has posted the receive
  /// kIsend: the message and a receive on `nic` are two halves of one exchange, neither of which waits for the other:
  /// every rank starts its half as soon as it has come so far in its program. The receive is the last one posted on
  /// `nic`, or the one that `partner` names.
  bool paired = false;
  /// kIsend: those of the algorithm's own offset, which hold where every rank runs on the node of its number; nothing:
  /// those of the nodes' plain difference.
  std::optional<OffsetSigns> signs;
  std::uint32_t tag = 0;  ///< pairs the send with the receive; unique per (source, destination)
  /// kIrecv: place of the message in the whole exchange. A message is sent after its sender has waited for receives of
  /// lower orders alone, so the receives of the lowest order that is not complete always get their messages.
  std::uint64_t order = 0;
  std::uint64_t floor = 0;  ///< kIrecv, kIsend: the program posts no receive of a lower order after this step
  /// kIrecv: it waits for a slot without its rank, however many receives the rank has on the engine.
  bool queued = false;
  /// kIrecv: it takes the first message of its group, which can be of any rank; `peer`, `tag` and `bytes` are those of
  /// the message once it has met one. kIsend: its message is for such a receive.
  bool grouped = false;
  Bytes bytes;
  Cycles cycles;      ///< kCompute, kCombine
  bool idle = false;  ///< kCompute: the processor has nothing to do meanwhile, so that noise takes nothing of it
  bool late = false;  ///< kCompute: the program proper begins when it is over
  int sequence = 0;   ///< kBeginSequence, kEndSequence: number from 1
  /// kIsend, kIrecv: round of a dissemination barrier of all ranks that the message belongs to, from 0; -1: none.
  std::int8_t barrier_round = -1;
  std::optional<std::uint8_t> message_class{};  ///< kIsend: number of the class of its packets, unless the program's
  StampKind stamp = StampKind::kNone;           ///< kIsend, kIrecv: time stamps in the message
  std::int8_t stamp_round = 0;                  ///< with `stamp`: number of the exchange with that peer, from 0
  /// Number of the operation that it is, in a program of operations, and of the one that it came after last.
  std::uint32_t operation = kNoOperation;
  std::uint32_t after = kNoOperation;
  /// kIsend, paired, in a program of operations: number of the operation that is the other half, a receive.
  std::uint32_t partner = kNoOperation;
};

/// For how long a step needs the processor of its rank before it can take effect, of which noise can make more; nothing
/// for a step that is no work of the processor. A post takes effect as it returns.
inline std::optional<Cycles> own_work(const Op& op, Cycles call_overhead, Cycles return_overhead) {
  if (is_post(op.kind)) return call_overhead + return_overhead;
  if (is_wait(op.kind)) return call_overhead;
  if (op.idle) return std::nullopt;
  if (op.kind == OpKind::kCompute || op.kind == OpKind::kCombine) return op.cycles;
  return std::nullopt;
}

/// A sequence of a phased algorithm, for the statistics.
struct SequenceInfo {
  int index = 0;      ///< from 1
  int phase = 0;      ///< the algorithm's own numbering; 0 if it has none
  int hops = 0;       ///< hops of its messages; the largest if they differ
  int ranks = 0;      ///< that run it; 0: all
  std::string job{};  ///< name of the job that they belong to; empty if there are no jobs
};

/// Program of one rank: its steps, which are generated as they are executed, so that a run's memory does not grow with
/// the length of the program. A rank can have several processors; each has one step at a time.
class RankProgram {
 public:
  virtual ~RankProgram() = default;
  /// Processors of the rank that have steps, numbered from 0.
  [[nodiscard]] virtual int processors() const { return 1; }
  /// The next step of `processor`, which begins now. Nothing: the program has ended, or the processor is asked again
  /// after a step has ended, a message has left or a message has been received.
  virtual std::optional<Op> next_step(int processor) = 0;
  /// All steps have ended, as far as the program knows, and there are no others.
  [[nodiscard]] virtual bool ended() const = 0;

  /// A step has ended: a post or a wait has returned, computing is over.
  virtual void step_ended(const Op& /*op*/) {}
  /// The message of a send with that `Op::operation` has left the NIC.
  virtual void sent(std::uint32_t /*operation*/) {}
  /// The message of `receive` has been received.
  virtual void received(const Op& /*receive*/) {}
  /// `wait`, a kWaitFor, has nothing to wait for.
  [[nodiscard]] virtual bool may_end(const Op& /*wait*/) const { return true; }

  /// The send `op` begins, and with it what is in the message. `result` is the highest tag whose result the rank has
  /// from others, if any.
  virtual void sending(const Op& /*op*/, std::optional<std::uint32_t> /*result*/) {}
  /// Result in the message that has completed `receive`: that of its tag, after which nobody needs what the program
  /// does or waits for under lower tags; nothing if the message has no result.
  [[nodiscard]] virtual std::optional<std::uint32_t> result_in(const Op& /*receive*/) const { return std::nullopt; }
};

/// A program of steps that come one after the other, on one processor.
class SequentialProgram : public RankProgram {
 public:
  /// The next step, or nothing when the program has ended.
  virtual std::optional<Op> next() = 0;

  std::optional<Op> next_step(int /*processor*/) final {
    std::optional<Op> op = next();
    ended_ = !op;
    return op;
  }
  [[nodiscard]] bool ended() const final { return ended_; }

 private:
  bool ended_ = false;
};

/// A program that changes the steps of another one.
class WrappedProgram : public RankProgram {
 public:
  explicit WrappedProgram(std::unique_ptr<RankProgram> program) : program_(std::move(program)) {}

  [[nodiscard]] int processors() const override { return program_->processors(); }
  std::optional<Op> next_step(int processor) override { return program_->next_step(processor); }
  [[nodiscard]] bool ended() const override { return program_->ended(); }
  void step_ended(const Op& op) override { program_->step_ended(op); }
  void sent(std::uint32_t operation) override { program_->sent(operation); }
  void received(const Op& receive) override { program_->received(receive); }
  [[nodiscard]] bool may_end(const Op& wait) const override { return program_->may_end(wait); }
  void sending(const Op& op, std::optional<std::uint32_t> result) override { program_->sending(op, result); }
  [[nodiscard]] std::optional<std::uint32_t> result_in(const Op& receive) const override {
    return program_->result_in(receive);
  }

 private:
  std::unique_ptr<RankProgram> program_;
};

}  // namespace tactus
