#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "hw/common/ring_queue.h"
#include "hw/nic/nic_registers.h"
#include "tlm_models/traffic/local_messages.h"
#include "tlm_models/traffic/message_port.h"
#include "tlm_models/traffic/nic_driver.h"
#include "tlm_models/traffic/rank_interpreter.h"
#include "tlm_models/traffic/receive_queue.h"

namespace tactus {

/// Completions for a node's ranks.
struct PortNews {
  std::vector<Departure> sent;
  std::vector<Completion> received;
};

/// The messages of a node's ranks, by the registers of its NIC.
///
/// Turns ranks into coordinates and places; descriptors and receive slots, 16 of each per engine, are all ranks'
/// together; with a send queue for each class (`SoftwareConfig::send_queues`) each queue has 16 descriptors. What finds
/// none waits in a queue of its engine while its rank goes on; a rank itself waits only while it has 16 receives of an
/// engine. A send's completion is that of the rank whose turn it is in its send queue, a receive's that of the slot's
/// owner. Messages within the node go by `LocalMessages`. Time is that of the node's processor, in
/// whole cycles.
class NicPort final : public MessagePort {
 public:
  /// `socket`, `config` and `map` must outlive the port.
  NicPort(tlm::tlm_initiator_socket<32>& socket, const SoftwareConfig& config, const RankMap& map, int node,
          std::unique_ptr<LocalMessages> local);

  NicDriver& driver() { return driver_; }
  /// The processor acts in cycle `now`.
  void set_time(Cycles now) { now_ = now; }
  /// Takes what `engine` has completed, and appends the sends, queue by queue in their order, and the receives in the
  /// order of slots.
  void take_completions(int engine, PortNews& news);
  /// Takes what has ended by now within the node, and appends it in its order.
  void end_copies(PortNews& news);
  /// Gives descriptors and slots to what waits for them in the queues. To be called when some have become free, and
  /// when ranks have gone on.
  void serve_queues();
  /// The program of the rank in `place` has ended: it posts nothing any more.
  void program_ended(int place) { floors_[static_cast<std::size_t>(place)] = UINT64_MAX; }
  /// Nothing waits in a queue, or within the node.
  [[nodiscard]] bool idle() const { return queued_ == 0 && local_->idle(); }
  /// `waits`, by place: ranks whose processors are free for messages.
  void go_on(const std::vector<bool>& waits) { local_->go_on(waits, now()); }
  /// The next cycle in which something within the node can be seen, or Cycles::max().
  [[nodiscard]] Cycles next_copy() const;
  /// Messages within the node.
  [[nodiscard]] const LocalMessages& local() const { return *local_; }

  [[nodiscard]] Picoseconds now() const override { return config_.clock.edge(now_); }
  [[nodiscard]] Picoseconds acts_at(Picoseconds time) const override {
    return config_.clock.edge(config_.clock.covering(time));
  }
  bool can_send(int rank, const Op& op) override {
    return is_local(op) || local_->packed(local_index(rank), op, now());
  }
  bool can_post(int rank, const Op& op) override;
  void send(int rank, const Op& op) override;
  bool post(int rank, Op& op) override;
  void cancel(int rank, const Op& op) override;
  void set_pace_bias(int, PacketEighths bias) override { driver_.set_pace_bias(bias); }
  void set_pace_slots(int, int engine, const PaceSlots& slots) override { driver_.set_pace_slots(engine, slots); }
  [[nodiscard]] bool at_work(int rank) const override { return local_->at_work(local_index(rank)); }
  [[nodiscard]] int sends_under_way(int rank) const override;
  [[nodiscard]] int receives_under_way(int rank) const override;
  [[nodiscard]] bool is_under_way(int rank, const Op& op) const override;
  void describe(RankStatus& status) const override;

 private:
  static constexpr int kNoSlot = -1;

  /// Fills in the message that `receive`, in `slot`, is complete with.
  void take_met(int engine, int slot, Op& receive);
  /// A receive in a slot.
  struct Posted {
    int place = 0;
    Op op;
  };
  /// A send that waits for a descriptor.
  struct Send {
    int place = 0;
    nic_reg::SendDescriptor descriptor;
    std::uint32_t operation = kNoOperation;
    int held_slot = kNoSlot;  ///< slot that nothing else is posted in before it is done
  };
  /// A send that has a descriptor.
  struct Sender {
    int place = 0;
    std::uint32_t operation = kNoOperation;
    int held_slot = kNoSlot;
  };
  /// Sends that go by one queue of an engine.
  struct SendQueue {
    RingQueue<Send> waiting;                             ///< in the order of the calls
    std::array<Sender, nic_reg::kRingEntries> sender{};  ///< by number of the send modulo 16
    std::uint32_t started = 0;                           ///< sends
    std::uint32_t done = 0;                              ///< sends that are done
  };
  struct Engine {
    std::vector<SendQueue> sends;  ///< by queue of the engine
    ReceiveQueue receives;
    std::vector<Posted> posted;  ///< by slot, of those that have had a receive
  };
  struct Rank {
    std::array<int, kMaxNics> sends{};
    int receives = 0;
    std::array<int, kMaxNics> last_slot{};  ///< slot of the last receive posted; kNoSlot: it has none yet
  };

  [[nodiscard]] bool is_local(const Op& op) const { return op.peer != kAnyRank && map_.node(op.peer) == node_; }
  [[nodiscard]] std::size_t place(int rank) const { return static_cast<std::size_t>(map_.place(rank)); }
  [[nodiscard]] int local_index(int rank) const { return map_.place(rank); }
  /// Slot of the receive that `op` names, if it is under way.
  [[nodiscard]] std::optional<int> slot_under_way(int rank, const Op& op) const;
  /// Receives of the rank in `place` that have a slot of `engine`, or wait for one.
  [[nodiscard]] int receives_on(int engine, int place) const;
  /// The receive in `slot` is one of the rank in `place` that is not complete or cancelled.
  [[nodiscard]] bool is_active(int engine, std::size_t slot, int place) const;
  /// Slot of the receive that `send`, which is paired, is held by; kNoSlot: by none.
  [[nodiscard]] int partner_slot(int rank, const Op& send) const;
  /// `done` sends of `queue` are complete.
  void end_sends(int engine, int queue, std::uint32_t done, PortNews& news);
  void serve_sends(int engine, int queue);
  [[nodiscard]] SendQueue& sends(int engine, int queue) {
    return engines_[static_cast<std::size_t>(engine)].sends[static_cast<std::size_t>(queue)];
  }
  void serve_receives(int engine);
  void give_slot(int engine, const ReceiveQueue::Receive& receive);
  /// No rank of the node will post a receive of a lower order.
  [[nodiscard]] std::uint64_t lowest_floor() const;

  const SoftwareConfig& config_;
  const RankMap& map_;
  int node_;
  NicDriver driver_;
  Cycles now_;
  std::vector<Engine> engines_;
  std::vector<Rank> ranks_;            ///< by place
  std::vector<std::uint64_t> floors_;  ///< `Op::floor` of their last posts, by place
  std::size_t queued_ = 0;             ///< sends and receives in all queues
  std::unique_ptr<LocalMessages> local_;
  std::vector<LocalMessages::Ended> ended_;  ///< kept for its memory
};

}  // namespace tactus
