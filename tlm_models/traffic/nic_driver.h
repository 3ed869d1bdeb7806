#pragma once

#include <systemc>
#include <tlm>

#include <array>
#include <cstdint>
#include <vector>

#include "hw/common/nic_config.h"
#include "hw/common/router_config.h"
#include "hw/common/router_ports.h"
#include "hw/nic/nic_registers.h"

namespace tactus {

/// Software's side of the NIC registers: fills descriptors and slots, rings doorbells, collects completions.
///
/// Every access is one aligned 32-bit word through `b_transport` and takes no simulated time. The driver queues
/// nothing: callers ask for room first, and `NicPort` queues what finds none. A descriptor counts as used until TX_DONE
/// has been read, so that no more than 16 sends of a queue are under way. An access that the NIC refuses is reported
/// as `/tactus/nic/register`.
class NicDriver {
 public:
  /// Completions of one engine.
  struct Completions {
    std::uint32_t sends = 0;     ///< number of sends of the first queue, in the order in which they were started
    std::uint32_t receives = 0;  ///< bit s: the receive in slot s
  };
  /// Registers written so far, one word each.
  struct Writes {
    std::uint64_t all = 0;
    std::uint64_t pacing = 0;  ///< registers of the pacer and of the injection control among them
  };
  static constexpr int kNoSlot = -1;

  /// Makes the driver of a NIC with `engines` engines, each of so many send queues, in a network of so many dimensions.
  /// With several queues there is one for each class of messages. `socket` must outlive the driver and be bound before
  /// the first access.
  NicDriver(tlm::tlm_initiator_socket<32>& socket, int engines, int dimensions, int queues = 1);

  [[nodiscard]] int queues() const { return queue_count_; }
  /// Queue of an engine for messages of class number `message_class`.
  [[nodiscard]] int queue_of(int message_class) const { return queue_count_ == 1 ? 0 : message_class; }

  [[nodiscard]] std::uint32_t read(std::uint64_t address);
  void write(std::uint64_t address, std::uint32_t value);
  /// Words that this driver has written, those of descriptors among them.
  [[nodiscard]] const Writes& writes() const { return writes_; }

  /// Pacing and interrupts of all engines, and the NIC's injection control, before the first message.
  void configure(const PacingConfig& pacing, std::uint32_t interrupts);
  /// PACE_BIAS of all engines, for messages that are fetched from now on.
  void set_pace_bias(PacketEighths bias);
  /// PACE_PERIOD, PACE_PHASE, PACE_BEGIN and PACE_TOLERANCE of `engine`, for the next message that it fetches.
  void set_pace_slots(int engine, const PaceSlots& slots);

  [[nodiscard]] bool can_send(int engine, int queue = 0) const {
    return sends_under_way(engine, queue) < nic_reg::kRingEntries;
  }
  /// Writes the next descriptor of the queue of its class and rings the doorbell; `can_send` holds for it.
  void send(int engine, const nic_reg::SendDescriptor& descriptor);
  [[nodiscard]] int sends_under_way(int engine, int queue = 0) const {
    const Ring& ring = engines_[static_cast<std::size_t>(engine)].rings[static_cast<std::size_t>(queue)];
    return static_cast<int>(ring.started - ring.done);
  }
  /// Number of sends of that queue that are complete since the last call; clears its interrupt.
  std::uint32_t take_sends(int engine, int queue);

  [[nodiscard]] int free_slots(int engine) const {
    return nic_reg::kRingEntries - __builtin_popcount(engines_[static_cast<std::size_t>(engine)].taken());
  }
  /// Fills and activates the lowest free receive slot and answers its number; `free_slots(engine)` is above 0.
  int post_receive(int engine, const nic_reg::ReceiveSlot& receive);
  /// Bit s: slot s has a receive that is neither taken nor cancelled.
  [[nodiscard]] std::uint32_t receives_under_way(int engine) const {
    const Engine& e = engines_[static_cast<std::size_t>(engine)];
    return e.used_slots & ~e.cancelled;
  }
  /// Bit s: slot s is in use, also by a cancelled receive.
  [[nodiscard]] std::uint32_t used_slots(int engine) const {
    return engines_[static_cast<std::size_t>(engine)].used_slots;
  }
  /// Drops the message that still comes for the receive in `slot`, which is under way. Its slot stays in use until it
  /// has come.
  void cancel_receive(int engine, int slot);
  /// Nothing else is posted in `slot` until it is released, even if its receive is complete.
  void hold_slot(int engine, int slot) { engines_[static_cast<std::size_t>(engine)].held |= 1U << slot; }
  void release_slot(int engine, int slot) { engines_[static_cast<std::size_t>(engine)].held &= ~(1U << slot); }
  /// To be called when slots are short: takes back those of cancelled receives whose messages have come. If there is
  /// none but there will be, it answers false, an interrupt follows, and `take_completions` takes it.
  bool reclaim_slots(int engine);

  /// Message with which the last receive in `slot` is complete; until the slot is used again.
  [[nodiscard]] nic_reg::MetMessage met(int engine, int slot);

  /// Bit e: engine e has an interrupt pending.
  [[nodiscard]] std::uint32_t pending_engines() { return read(nic_reg::kIrqStatus); }
  /// Takes what is complete on `engine`, of its first send queue and its receives, and clears its interrupts.
  Completions take_completions(int engine);

 private:
  struct Ring {
    std::uint32_t started = 0;  ///< sends, modulo 2^32
    std::uint32_t done = 0;     ///< sends that are done, modulo 2^32
  };
  struct Engine {
    std::array<Ring, kMaxVirtualChannels> rings;  ///< by queue
    std::uint32_t used_slots = 0;                 ///< bit per receive slot
    std::uint32_t cancelled = 0;                  ///< used slots whose receive is cancelled
    std::uint32_t held = 0;                       ///< slots in which nothing else is to be posted
    bool awaits_freed = false;                    ///< the interrupt of freed slots is on

    [[nodiscard]] std::uint32_t taken() const { return used_slots | held; }
  };

  void access(tlm::tlm_command command, std::uint64_t address, std::uint32_t& word);
  /// Writes a register that chooses how packets are paced.
  void write_pacing(std::uint64_t address, std::uint32_t value);
  void choose_control(const ControlConfig& control);
  [[nodiscard]] int free_slot(int engine) const;
  bool take_freed(int engine);
  template <class Entry>
  void write_entry(std::uint64_t address, const Entry& entry);

  tlm::tlm_initiator_socket<32>& socket_;
  tlm::tlm_generic_payload payload_;  ///< for all accesses in turn: making one costs more than an access
  Writes writes_;
  std::uint32_t interrupts_ = 0;  ///< as configured
  int engine_count_;
  int dimensions_;
  int queue_count_;
  std::vector<Engine> engines_;
};

}  // namespace tactus
