#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/common/class_turns.h"
#include "hw/nic/packet_sender.h"

namespace tactus {

/// Sending side of a DMA engine: a send queue, or one for each class of messages (`nic.class_queues`), which then have
/// turns at the port with whole packets (docs/reference/classes.md, CLASS-9 to CLASS-12). Each queue has a ring, a
/// message under way, packet buffers, reads and credits of its own; port and rate of the engine are for all.
///
/// With one queue every call is that queue's. Its functions are those of PacketSender, for all queues together.
class SendQueues {
 public:
  /// As PacketSender.
  SendQueues(const MachineConfig& config, Coordinate position, int engine, MemoryPort& memory,
             const Reassembly& receives);
  SendQueues(const SendQueues&) = delete;  // `ring` and `pacer` are of one of the queues
  SendQueues& operator=(const SendQueues&) = delete;

  void reset();
  Cycles tick(Cycles now, int returned) {
    return others_.empty() ? first_.tick(now, returned) : tick_all(now, returned);
  }
  void credits_returned(int message_class, int flits) {
    queue_of(message_class).credits_returned(message_class, flits);
  }
  [[nodiscard]] bool window_opened() const {
    return first_.window_opened() ||
           std::any_of(others_.begin(), others_.end(), [](const auto& queue) { return queue->window_opened(); });
  }
  void follow(InjectionControl* control) { first_.follow(control); }
  void wake() {
    for_each([](PacketSender& queue) { queue.wake(); });
  }
  void read_done(std::uint32_t tag) { reader_of(tag).read_done(tag); }
  [[nodiscard]] bool awaits_read() const {
    return any([](const PacketSender& queue) { return queue.awaits_read(); });
  }
  [[nodiscard]] bool awaits_room() const { return first_.awaits_room(); }
  [[nodiscard]] bool sends_flit(Cycles now) const { return last().sends_flit(now); }
  [[nodiscard]] bool sends_head(Cycles now) const { return last().sends_head(now); }
  [[nodiscard]] Flit flit(Cycles now) const { return last().flit(now); }
  /// A NIC in RTL has one queue.
  [[nodiscard]] std::optional<PacedPacket> waiting(Cycles now) const { return first_.waiting(now); }
  [[nodiscard]] const PacketHeader& started() const { return last().started(); }
  [[nodiscard]] const SendWaits& started_waits() const { return last().started_waits(); }
  void observe(PacketObserver* observer, bool keep_waits = false);
  void look_ahead(bool wanted) {
    for_each([=](PacketSender& queue) { queue.look_ahead(wanted); });
  }
  [[nodiscard]] bool looks_ahead() const { return first_.looks_ahead(); }
  void prefetch_due() const { first_.prefetch_due(); }
  void prefetch() const { first_.prefetch(); }

  // What each queue has.
  [[nodiscard]] std::size_t count() const { return 1 + others_.size(); }
  /// Queue number `n`, of the class of that number if there are several.
  [[nodiscard]] PacketSender& queue(std::size_t n) { return n == 0 ? first_ : *others_[n - 1]; }
  [[nodiscard]] const PacketSender& queue(std::size_t n) const { return n == 0 ? first_ : *others_[n - 1]; }
  /// The queue that messages of that class go to.
  [[nodiscard]] PacketSender& queue_of(int message_class) {
    return others_.empty() ? first_ : queue(static_cast<std::size_t>(message_class));
  }
  /// Calls `visit(PacketSender&)` for each queue.
  template <class Visit>
  void for_each(Visit&& visit) {
    visit(first_);
    for (const auto& queue : others_) visit(*queue);
  }

 private:
  RateServer rate_;  ///< moves the payloads of all queues, if there are several
  PacketSender first_;

 public:
  DescriptorRing& ring = first_.ring;  ///< ring of the first queue
  Pacer& pacer = first_.pacer;         ///< pacer of the first queue

  // Everything below may be read between two edges.
  [[nodiscard]] std::uint32_t messages_done() const { return first_.messages_done(); }
  [[nodiscard]] bool done_pending() const {
    return any([](const PacketSender& queue) { return queue.done_pending(); });
  }
  void clear_done_pending() { first_.clear_done_pending(); }
  [[nodiscard]] std::uint64_t packets() const {
    return sum([](const PacketSender& queue) { return queue.packets(); });
  }
  [[nodiscard]] std::uint64_t control_packets() const { return first_.control_packets(); }
  [[nodiscard]] std::uint64_t flits(Cycles now) const {
    return sum([now](const PacketSender& queue) { return queue.flits(now); });
  }
  /// State of the queue that sends, else of the first one with a message.
  [[nodiscard]] SendState state() const { return shown().state(); }
  /// Some queue is in that state.
  [[nodiscard]] bool is_in(SendState state) const {
    return any([state](const PacketSender& queue) { return queue.state() == state; });
  }
  /// Cycles in `state`, summed over the queues.
  [[nodiscard]] std::uint64_t cycles_in(SendState state, Cycles now) const {
    return sum([=](const PacketSender& queue) { return queue.cycles_in(state, now); });
  }
  [[nodiscard]] std::uint32_t messages_active() const {
    return static_cast<std::uint32_t>(sum([](const PacketSender& queue) { return queue.messages_active(); }));
  }
  /// Credits of the queue whose state is shown.
  [[nodiscard]] int credits() const { return shown().credits(); }
  [[nodiscard]] int ready_packets() const {
    return static_cast<int>(sum([](const PacketSender& queue) { return queue.ready_packets(); }));
  }
  [[nodiscard]] std::uint64_t slot_wait(Cycles now) const { return shown().slot_wait(now); }
  [[nodiscard]] std::vector<std::string> final_faults() const;

 private:
  Cycles tick_all(Cycles now, int returned);
  /// Queues, a bit for each, whose oldest packet waits for the port alone.
  unsigned prepare(Cycles now);
  [[nodiscard]] Cycles due() const;
  [[nodiscard]] PacketSender& reader_of(std::uint32_t tag);
  [[nodiscard]] const PacketSender& last() const { return others_.empty() ? first_ : queue(last_); }
  [[nodiscard]] const PacketSender& shown() const;
  template <class Test>
  [[nodiscard]] bool any(Test test) const {
    return test(first_) || std::any_of(others_.begin(), others_.end(), [&](const auto& queue) { return test(*queue); });
  }
  template <class Measure>
  [[nodiscard]] std::uint64_t sum(Measure measure) const {
    auto sum = static_cast<std::uint64_t>(measure(first_));
    for (const auto& queue : others_) sum += static_cast<std::uint64_t>(measure(*queue));
    return sum;
  }

  std::vector<std::unique_ptr<PacketSender>> others_;  ///< queues of the classes behind the first one
  std::size_t last_ = 0;                               ///< number of the queue that has started a packet last
  Cycles port_free_;                                   ///< first edge at which the port is free
  ClassTurns turns_;
  const MachineConfig& config_;
};

}  // namespace tactus
