#pragma once

#include <array>
#include <list>
#include <memory>
#include <optional>

#include "hw/nic/nic_registers.h"
#include "tlm_models/traffic/rank_map.h"
#include "tlm_models/traffic/rank_program.h"
#include "tlm_models/traffic/traffic_observer.h"

namespace tactus {

/// Account of a rank whose program somebody else executes: which of its messages have been sent and received.
///
/// Messages may come in any order, each once, and as the program says: peer, tag, bytes, and the engine that receives.
/// Anything else throws PinFault. A sequence ends with the last message that it and those before it have, and the next
/// one begins there; so does the end of the program. Memory grows with what is done out of order only.
class RankLedger {
 public:
  /// `observer` may be null; it and `map` must outlive this. The program neither cancels receives nor has messages
  /// within its node.
  RankLedger(int rank, std::unique_ptr<RankProgram> program, const RankMap& map, TrafficObserver* observer);

  /// The program begins.
  void begin(Cycles now) { advance(now); }
  /// `engine` is given a descriptor.
  void send(int engine, const nic_reg::SendDescriptor& descriptor, Cycles now);
  /// `slot` of `engine` is made ready.
  void post(int engine, int slot, const nic_reg::ReceiveSlot& receive);
  /// It has a receive that is not complete.
  [[nodiscard]] bool awaits(int engine, int slot) const { return receive_in(engine, slot).has_value(); }
  /// The processor has seen that the receive in `slot`, which it awaits, is complete.
  void receive(int engine, int slot, Cycles now);

  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] bool finished() const { return end_.has_value(); }
  /// Cycle in which the last message was done, once it is.
  [[nodiscard]] Cycles end() const { return end_.value_or(Cycles{}); }
  /// The first message of the program that is neither sent nor received; nothing at the end.
  [[nodiscard]] std::optional<Op> next() const;
  [[nodiscard]] std::uint64_t sent() const { return sent_; }
  [[nodiscard]] std::uint64_t received() const { return received_; }

 private:
  struct Step {
    Op op;
    bool posted = false;
  };
  using Steps = std::list<Step>;
  using Slot = std::optional<Steps::iterator>;

  /// The next message, or end of a sequence, of the program; false at its end.
  bool pull();
  /// Takes off the front all that is done.
  void advance(Cycles now);
  /// The message of that kind, which must be there.
  Steps::iterator find(int engine, OpKind kind, Coordinate node, int place, std::uint32_t tag);
  void done(Steps::iterator step, Cycles now);
  [[nodiscard]] std::string text(const Op& op) const;
  [[nodiscard]] const Slot& receive_in(int engine, int slot) const {
    return slots_[static_cast<std::size_t>(engine)][static_cast<std::size_t>(slot)];
  }

  int rank_;
  std::unique_ptr<RankProgram> program_;
  const RankMap& map_;
  TrafficObserver* observer_;
  Steps steps_;  ///< in the order of the program, without what is done; the first is a message
  std::array<std::array<Slot, nic_reg::kRingEntries>, kMaxNics> slots_;
  std::optional<std::uint32_t> newest_result_;
  std::uint64_t sent_ = 0;
  std::uint64_t received_ = 0;
  std::optional<Cycles> end_;
};

}  // namespace tactus
