#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hw/nic/pacing_settings.h"
#include "hw/nic/packet_receiver.h"
#include "hw/nic/send_queues.h"

namespace tactus {

/// Outcome of a register access: fine, or what is wrong with it.
struct RegisterResult {
  enum class Status : std::uint8_t {
    kOk,
    kNoRegister,      ///< nothing at that address
    kWrongDirection,  ///< a read of a write-only register or a write to a read-only one
    kRefused,         ///< the register refuses the value
  };
  Status status = Status::kOk;
  std::uint32_t value = 0;  ///< value that a read answers
  std::string message;      ///< empty if fine

  [[nodiscard]] static RegisterResult no_register() {
    return {Status::kNoRegister, 0, "there is no register at this address"};
  }
  [[nodiscard]] static RegisterResult refuse(std::string why) { return {Status::kRefused, 0, std::move(why)}; }
};

/// Which of a NIC's engines an engine is, and what it works on.
struct EnginePlace {
  const MachineConfig& config;  ///< outlives the engine
  Coordinate position;          ///< node of the NIC
  int engine = 0;               ///< the engine's number in the NIC, from 0
  MemoryPort& memory;           ///< outlives the engine
};

/// One of the DMA engines of a NIC: send queues, a receiver and the register blocks through which software drives
/// them. A register access acts at once on what later accesses see, and on the engine at the next rising edge.
/// Semantics of every field: docs/programmers_guide.md.
class DmaEngine {
 public:
  /// Not explicit: a range of places makes a vector of engines, each in its own place for good.
  DmaEngine(const EnginePlace& place);   // NOLINT(google-explicit-constructor)
  DmaEngine(const DmaEngine&) = delete;  // the sender points at the receiver's reassembly
  DmaEngine& operator=(const DmaEngine&) = delete;

  void reset();
  /// The memory's `answer` to the request `tag`, for the coming edge or the present one. Raises kNicProtocol if there
  /// is no such request.
  void done(MemoryAnswer answer, std::uint32_t tag) {
    if (answer == MemoryAnswer::kRead) {
      sender.read_done(tag);
    } else {
      receiver.write_done(answer, tag);
    }
  }

  /// Both sides do, from before the first edge on, if the memory foresees; after `observe`. For a level without wires.
  void look_ahead() {
    sender.look_ahead(true);
    receiver.look_ahead(true);
  }
  /// From now on both sides deal with `control`, which outlives them; null: with none.
  void follow(InjectionControl* control) {
    sender.follow(control);
    receiver.follow(control, &sender.pacer);
  }
  /// A hint to the cache that one of the two is about to be called.
  void prefetch() const {
    sender.prefetch();
    receiver.prefetch();
  }

  SendQueues sender;
  PacketReceiver receiver;

  /// Reads the register at `offset` of the engine's block in cycle `now`. Without `effects` nothing changes (debug
  /// access).
  RegisterResult read(std::uint64_t offset, Cycles now, bool effects);
  RegisterResult write(std::uint64_t offset, std::uint32_t word);
  /// As `read` and `write`, of the registers of the queue of class number `message_class`, from 1 on.
  RegisterResult read_queue(int message_class, std::uint64_t offset, bool effects);
  RegisterResult write_queue(int message_class, std::uint64_t offset, std::uint32_t word);

  static constexpr nic_reg::Counters kCounters = nic_reg::counters_of(nic_reg::kEngineRegisters);
  /// The counter whose low word is at `offset` of the engine's block.
  [[nodiscard]] std::uint64_t counter(std::uint64_t offset, Cycles now) const;

  /// An interrupt is pending and enabled.
  [[nodiscard]] bool interrupt() const {
    return ((irq_enable_ & nic_reg::kIrqSend) != 0 && sender.done_pending()) ||
           ((irq_enable_ & nic_reg::kIrqReceive) != 0 && receiver.reassembly.done() != 0) ||
           ((irq_enable_ & nic_reg::kIrqFreed) != 0 && receiver.reassembly.freed() != 0);
  }

 private:
  RegisterResult read_counter(std::uint64_t offset, Cycles now, bool effects);
  /// The queue of that number has blocks of its own.
  [[nodiscard]] bool has_queue(int message_class) const {
    return message_class > 0 && static_cast<std::size_t>(message_class) < sender.count();
  }
  /// A register of a send queue; nothing if it is another one.
  static std::optional<RegisterResult> read_send(PacketSender& queue, const nic_reg::Register& reg,
                                                 std::uint64_t offset, bool effects);
  std::optional<RegisterResult> write_send(int number, const nic_reg::Register& reg, std::uint64_t offset,
                                           std::uint32_t value);
  RegisterResult write_doorbell(int number, std::uint32_t value);
  RegisterResult write_pacing(const nic_reg::PaceRegister& reg, std::uint32_t value);
  static RegisterResult write_ring(DescriptorRing& ring, int word, std::uint32_t value);
  RegisterResult write_slots(int word, std::uint32_t value);
  RegisterResult post(std::uint32_t value);
  /// First word of a receive slot.
  std::uint32_t* slot_words(int slot);
  /// Word of RX_MET.
  [[nodiscard]] std::uint32_t met_word(int word) const;
  /// Empty if queue number `number` can send it.
  [[nodiscard]] std::string descriptor_fault(const nic_reg::SendDescriptor& descriptor, int number) const;
  [[nodiscard]] std::string class_fault(int message_class, int number) const;
  /// Empty if the network has that node.
  [[nodiscard]] std::string node_fault(Coordinate node) const;

  const MachineConfig& config_;
  const Packetiser packetiser_;
  std::uint32_t irq_enable_ = 0;
  std::array<std::uint32_t, kCounters.count> latched_{};  ///< high words
  std::vector<std::uint32_t> slots_;  ///< words of the receive slots up to the highest that software has used
};

}  // namespace tactus
