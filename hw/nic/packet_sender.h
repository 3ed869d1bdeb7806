#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/link/flit.h"
#include "hw/link/packet_observer.h"
#include "hw/link/send_state.h"
#include "hw/memory/memory_port.h"
#include "hw/memory/rate_server.h"
#include "hw/nic/descriptor_ring.h"
#include "hw/nic/injection_control.h"
#include "hw/nic/pacer.h"
#include "hw/nic/packetiser.h"
#include "hw/nic/payload_pattern.h"
#include "hw/nic/read_stages.h"
#include "hw/nic/reassembly.h"

namespace tactus {

/// A send queue among several of an engine: that of one class.
struct QueueOfClass {
  int message_class = 0;
  RateServer& rate;  ///< moves the payloads of all queues of the engine; outlives the queue
};

/// Send queue of a DMA engine: takes descriptors, reads packets from memory into whole-packet buffers, and
/// injects each without bubbles when its pace slot has come, its window is open, the injection control agrees and the
/// router has room for all of it. Control packets go before any packet that has not started.
/// Its steps and their order are those of docs/timing.md, "NIC, sending". Raises kNicProtocol for credits
/// that were never taken. Reference: docs/reference/nic.md.
///
/// It has the port for itself, and `tick` does all that is due. One of several queues is called by SendQueues instead,
/// in the steps `prepare`, `start` or `yield`, and `find_due`.
class PacketSender {
 public:
  /// `config`, `memory` and `receives`, those of the same engine, must outlive it. `queue` is given to one of several.
  PacketSender(const MachineConfig& config, Coordinate position, int engine, MemoryPort& memory,
               const Reassembly& receives, const std::optional<QueueOfClass>& queue = {});

  void reset();
  /// Does what is to be done at edge `now`, with the credits that have come back since the last call. Returns the next
  /// cycle in which it has to be called unless credits come, `window_opened` or `wake` is called; other calls change
  /// nothing.
  Cycles tick(Cycles now, int returned) {
    if (returned == 0 && now < due_ && !window_opened()) return due_;
    if (returned != 0) take_credits(0, returned);
    if (prepare(now)) start_packet(now, front());
    return find_due(now);
  }
  /// As many credits of the VC of class number `message_class`, not 0, have come back; before the `tick` of the edge.
  void credits_returned(int message_class, int flits) {
    if (flits == 0) return;
    take_credits(message_class, flits);
    wake();
  }
  /// One of several queues does what is to be done at edge `now` before a packet is sent; true if its oldest packet
  /// waits for the port alone.
  bool prepare(Cycles now);
  /// It has its turn: its oldest packet starts. Returns the first edge at which the port is free again.
  Cycles start(Cycles now) {
    start_packet(now, front());
    return sent_to_ + Cycles{1};
  }
  /// It has not, though its oldest packet waits for the port alone.
  void yield(Cycles now) { enter(SendState::kTurn, now); }
  /// When it has to be called again, as `tick` says; for the port it is called anyway.
  Cycles find_due(Cycles now) { return due_ = next_cycle(now); }
  [[nodiscard]] Cycles due() const { return due_; }
  /// A packet waits for its window, and what the receiving side has taken since the last call has opened it.
  [[nodiscard]] bool window_opened() const { return state_ == SendState::kWindow && window_open(front()); }
  /// From now on `control`, which outlives it, has a say; null: nobody has.
  void follow(InjectionControl* control);
  /// Software has changed something, or the injection control has been told something.
  void wake() { due_ = Cycles{}; }
  /// The memory has read what was asked for as `tag`. Raises kNicProtocol if nothing was.
  void read_done(std::uint32_t tag) {
    const std::uint32_t number = tag - first_tag_;
    const std::uint32_t buffer = std::uint32_t{number < buffers_.size()} << number % 32;
    if ((reading_ & buffer) == 0) return unasked_answer(tag);
    reading_ &= ~buffer;
    answered_ |= buffer;
    if (read_stages_) read_stages_->answered(number, *memory_.way());
    wake();
  }
  /// It has to be called at the edge at which the memory answers, not only when something else happens.
  [[nodiscard]] bool awaits_read() const { return awaits_read_; }
  /// The room that is left at the router may let its packet go.
  [[nodiscard]] bool awaits_room() const { return state_ == SendState::kControl && control_->one_at_router(); }
  /// A flit stands on the port in cycle `now`, the cycle of the last edge or one before the next call is due.
  [[nodiscard]] bool sends_flit(Cycles now) const { return now >= sent_from_ && now <= sent_to_; }
  /// The flit in cycle `now` is the head of a packet.
  [[nodiscard]] bool sends_head(Cycles now) const { return now == sent_from_ && now <= sent_to_; }
  /// That flit, or an idle one.
  [[nodiscard]] Flit flit(Cycles now) const;
  /// The packet that is ready and the next to start, and has not started at edge `now`, the last one; none while
  /// another one is on the port.
  [[nodiscard]] std::optional<PacedPacket> waiting(Cycles now) const {
    if (sending_ || now == sent_to_ || !front_ready()) return std::nullopt;
    return paced(front());
  }
  /// Header of the packet that was started last.
  [[nodiscard]] const PacketHeader& started() const { return buffers_[sent_].header; }
  /// `keep_waits`: it says after each start how it came to it, whether or not `observer` wants that.
  void observe(PacketObserver* observer, bool keep_waits = false);
  /// With `keep_waits`: how the packet of a message that was started last came to be.
  [[nodiscard]] const SendWaits& started_waits() const { return wait_notes_->started; }
  /// Asks the memory from now on when reads are going to be done, if `wanted` and the memory foresees it. Before the
  /// first edge.
  void look_ahead(bool wanted) { ahead_ = wanted && memory_.foresees(); }
  [[nodiscard]] bool looks_ahead() const { return ahead_; }
  /// A hint to the cache that what it waits for is about to be asked, or `tick` to be called.
  void prefetch_due() const { __builtin_prefetch(&due_); }
  void prefetch() const {
    prefetch_due();
    __builtin_prefetch(&buffers_);
    __builtin_prefetch(&message_);
    __builtin_prefetch(&packetiser_);
  }

  DescriptorRing ring;
  Pacer pacer;

  // Everything below may be read between two edges.
  [[nodiscard]] std::uint32_t messages_done() const { return messages_done_; }
  [[nodiscard]] bool done_pending() const { return done_pending_; }
  void clear_done_pending() { done_pending_ = false; }
  /// Packets of messages that have started.
  [[nodiscard]] std::uint64_t packets() const { return packets_; }
  [[nodiscard]] std::uint64_t control_packets() const { return control_packets_; }
  /// Flits that have been on the port up to and including cycle `now`.
  [[nodiscard]] std::uint64_t flits(Cycles now) const {
    return flits_ - (sends_flit(now) ? (sent_to_ - now).count() : 0);
  }
  [[nodiscard]] SendState state() const { return state_; }
  /// Cycles spent in `state` up to and including `now`, since reset.
  [[nodiscard]] std::uint64_t cycles_in(SendState state, Cycles now) const;
  /// Messages given by software whose tail has not left.
  [[nodiscard]] std::uint32_t messages_active() const { return ring.doorbell() - messages_done_; }
  /// Credits of the class of the packet that is the next to start, or was started last.
  [[nodiscard]] int credits() const { return credits_[waiting_class()]; }
  /// Number of that class.
  [[nodiscard]] std::size_t waiting_class() const { return buffers_[oldest_].header.message_class; }
  /// Credits that the packet which waits for them still lacks; 0 if none does.
  [[nodiscard]] int credits_lacking() const {
    if (control_waits()) return std::max(0, kHeaderFlits - credits_[0]);
    if (state_ == SendState::kControl && control_->one_at_router()) return still_at_router();
    return state_ == SendState::kStall ? buffers_[oldest_].header.route.flits - credits_[waiting_class()] : 0;
  }
  /// Packets that are read and have not started.
  [[nodiscard]] int ready_packets() const { return __builtin_popcount(ready_); }
  /// Cycles that the oldest ready packet still waits for its slot.
  [[nodiscard]] std::uint64_t slot_wait(Cycles now) const {
    if (state_ != SendState::kPace) return 0;
    const Cycles slot = pacer.slot(paced(front()), now);
    return slot > now ? (slot - now).count() : 0;
  }
  /// Faults of a sender at rest: state that differs from that after reset when nothing should be under way. Empty if
  /// all is well.
  [[nodiscard]] std::vector<std::string> final_faults() const;

 private:
  /// When the descriptor of a packet's message was taken, and the cycles in each state up to then.
  struct WaitNotes {
    std::vector<SendWaits> fetched;  ///< by buffer
    SendWaits message;               ///< for the message that is cut now
    SendWaits started;               ///< how the packet that was started last came to be
  };
  struct alignas(64) Packet {
    PacketHeader header;
    Picoseconds transferred;  ///< when the engine itself has moved its payload, and the memory, if that is foreseen
    PacketEighths gap;
    int window = 0;         ///< packets that it may be ahead of the receive in `receive_slot`; 0: any number
    std::int16_t hops = 0;  ///< links of its way
    std::uint8_t receive_slot = 0;
    bool last = false;
  };

  void take_credits(int message_class, int returned);
  void finish_reads(Cycles now);
  void fetch(Cycles now);
  void start_read(Cycles now);
  /// State in which no packet can start, and why; kSend: the oldest one can.
  [[nodiscard]] SendState hindrance(Cycles now) const;
  bool start_control_packet(Cycles now);
  void start_packet(Cycles now, Packet& packet);
  void put_on_port(Cycles now, std::size_t buffer);
  /// Cycles by state before cycle `now`, in which it has not entered another.
  [[nodiscard]] SendStateCycles cycles_before(Cycles now) const;
  /// Waits of the oldest packet, which starts in cycle `now`.
  [[nodiscard]] SendWaits waits(Cycles now) const;
  void tell_contents(std::size_t buffer) const;
  void finish_packet();
  void enter(SendState state, Cycles now);
  /// It has waited for memory until now.
  [[gnu::cold, gnu::noinline]] void note_read_wait(Cycles now) { read_stages_->waited(state_since_, now); }
  Cycles next_cycle(Cycles now);
  void unasked_answer(std::uint32_t tag) const;
  [[nodiscard]] bool can_fetch() const;
  [[nodiscard]] bool can_read() const;
  /// Edge at which the engine itself has moved the next of the payloads that the memory has read.
  [[nodiscard]] Cycles next_transferred() const;
  /// Something else than a packet's being ready follows from the end of a read that is in progress.
  [[nodiscard]] bool end_of_read_matters() const;
  [[nodiscard]] bool window_open(const Packet& packet) const;
  void fill(Packet& packet, const PacketCut& cut) const;
  /// Only credits keep a control packet from being started.
  [[nodiscard]] bool control_waits() const {
    return control_ != nullptr && !sending_ && !control_->outgoing(engine_).empty();
  }
  /// Credits that have to come back before the packet on the port, or the last one that was, has begun to leave the
  /// router's NIC buffer; 0 if it has.
  [[nodiscard]] int still_at_router() const {
    const int at_router = config_.vc_buffer_flits() - credits_[0];
    const int last = static_cast<int>((sent_to_ + Cycles{1} - sent_from_).count());
    return at_router == 0 ? 0 : std::max(0, at_router - last + 1);
  }
  [[nodiscard]] bool control_lets_go(Cycles now) const {
    if (control_->one_at_router() && still_at_router() != 0) return false;
    return control_->may_start(front().header, now);
  }
  /// Buffer `step` after the oldest one, at most all round.
  [[nodiscard]] std::size_t buffer_after_oldest(std::size_t step) const {
    const std::size_t buffer = oldest_ + step;
    return buffer < control_buffer() ? buffer : buffer - control_buffer();
  }
  /// The buffer behind those of messages. There is one only if there is an injection control.
  [[nodiscard]] std::size_t control_buffer() const { return static_cast<std::size_t>(config_.nic.packet_buffers); }
  [[nodiscard]] bool sends_control() const { return sent_ == control_buffer(); }
  [[nodiscard]] std::string name() const;
  [[nodiscard]] bool front_ready() const { return (ready_ >> oldest_ & 1U) != 0; }
  [[nodiscard]] Packet& front() { return buffers_[oldest_]; }
  [[nodiscard]] const Packet& front() const { return buffers_[oldest_]; }
  static PacedPacket paced(const Packet& packet) { return {packet.header, packet.hops, packet.gap}; }

  // What is looked at at every edge, in one cache line.
  alignas(64) Cycles due_;
  Cycles sent_from_{1};  ///< cycle of the head of the packet that is being sent, or was last
  Cycles sent_to_{0};    ///< cycle of its tail
  PayloadPattern pattern_;
  bool sending_ = false;  ///< the tail has not left
  SendState state_ = SendState::kIdle;
  bool done_pending_ = false;
  bool awaits_read_ = false;  ///< as of the last call
  bool ahead_ = false;        ///< looks ahead
  // Whole-packet buffers, a queue in the order of the messages: first the packet being sent, then those that are ready
  // or being read. The number of a buffer, behind those of other queues, is the tag of its read. Masks of buffers:
  std::uint32_t reading_ = 0;   ///< the memory has not answered
  std::uint32_t answered_ = 0;  ///< it has, or it is foreseen; and the payload is not known to be there
  std::uint32_t ready_ = 0;
  std::uint8_t oldest_ = 0;
  std::uint8_t taken_ = 0;
  /// Buffer of the packet that is being sent, or was last: it stays as it is until the cycle after the tail.
  std::uint8_t sent_ = 0;
  std::uint8_t reads_ = 0;  ///< in progress

  /// Free slots of the router's NIC buffers, by class: of the first VC of each.
  std::array<int, kMaxVirtualChannels> credits_{};

  // And what is looked at for most packets, in the next.
  std::vector<Packet> buffers_;
  const MachineConfig& config_;
  MemoryPort& memory_;
  MemoryContents* const contents_;  ///< null: it has none
  InjectionControl* control_ = nullptr;
  Cycles state_since_;
  std::uint64_t packets_ = 0;
  std::uint64_t flits_ = 0;  ///< flits of the packets that have started

  // The message that is being read.
  nic_reg::SendDescriptor message_;
  std::int16_t message_hops_ = 0;
  PacketEighths message_gap_;
  int message_window_ = 0;
  const int engine_;
  const Coordinate position_;
  const std::optional<int> class_of_queue_;  ///< none: it is the engine's only one
  const std::uint32_t first_tag_;
  Packetiser packetiser_;

  const Reassembly& receives_;
  PacketObserver* observer_ = nullptr;
  std::uint32_t messages_done_ = 0;
  std::uint64_t control_packets_ = 0;
  RateServer own_rate_;
  RateServer& rate_;  ///< `own_rate_`, or that of all queues of the engine
  SendStateCycles state_cycles_{};
  bool tells_waits_ = false;  ///< `observer_` wants waits
  // Apart, since most runs have neither of them.
  std::unique_ptr<WaitNotes> wait_notes_;    ///< null: nobody wants to know how packets came to be
  std::unique_ptr<ReadStages> read_stages_;  ///< where reads have been; null besides if the memory does not say
};

}  // namespace tactus
