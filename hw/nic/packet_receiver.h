#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/common/ring_queue.h"
#include "hw/link/flit.h"
#include "hw/link/packet_observer.h"
#include "hw/memory/memory_port.h"
#include "hw/memory/rate_server.h"
#include "hw/nic/injection_control.h"
#include "hw/nic/pacer.h"
#include "hw/nic/packetiser.h"
#include "hw/nic/payload_pattern.h"
#include "hw/nic/reassembly.h"

namespace tactus {

/// Receiving side of a DMA engine: collects the flits of each VC into packets, writes each packet's payload to
/// memory, returns the credits of all its flits at once when it has left for there, and counts its bytes for the
/// message when it is visible. A packet of a cancelled receive is not written; its credits go back at once. A control
/// packet is told to the injection control, and so is that a packet of a message has come. Timing:
/// docs/timing.md, "NIC, receiving". Checks every flit; raises kNicReceiveOverflow when a flit comes for which there
/// was no credit, kNicIntegrity when a packet is not what was sent or is at the wrong place, kNicUnexpectedOverflow,
/// and kNicProtocol for a message longer than its receive. Reference: docs/reference/nic.md.
///
/// At a level without wires it may look ahead (`look_ahead`): what follows from a write that its memory foresees is
/// known when the packet has come. Then the credits are told at once, and the receiver runs again for the last write of
/// a message only; what the others change is found when somebody asks (`settle`).
class PacketReceiver {
 public:
  /// Credits of a VC that go on `credit_o` at an edge.
  struct Returning {
    Cycles edge;
    int vc = 0;
    int flits = 0;
  };

  /// `config` and `memory` must outlive it.
  PacketReceiver(const MachineConfig& config, Coordinate position, int engine, MemoryPort& memory);

  void reset();
  /// One rising edge, with what is on `flit_i`. Returns the next cycle in which it has to run unless a flit comes or
  /// a receive is posted.
  Cycles tick(Cycles now, const Flit& flit) {
    if (!flit.valid && now < due_ && !reassembly.has_new_posts()) return due_;
    due_ = work(now, flit);
    return due_;
  }
  /// One rising edge at a level that moves whole packets: `header` of a packet whose tail is taken at this edge on
  /// `vc`, or null.
  Cycles tick(Cycles now, const PacketHeader* header, int vc) {
    if (header == nullptr && now < due_ && !reassembly.has_new_posts()) return due_;
    due_ = work(now, header, vc);
    return due_;
  }
  /// The memory's answer to what was to be written as `tag`. Raises kNicProtocol if nothing was.
  void write_done(MemoryAnswer answer, std::uint32_t tag) {
    if (tag >= writes_.size() || writes_[tag].flits == 0) return unasked_answer(tag);
    if (way_ != nullptr) note_way(tag);
    Write& write = writes_[tag];
    write.taken = write.taken || answer != MemoryAnswer::kVisible;
    write.visible = write.visible || answer != MemoryAnswer::kTaken;
    if (!write.listed) list_answered(tag);
    due_ = Cycles{};
  }
  /// Credits on `credit_o` in this cycle.
  [[nodiscard]] CreditReturn credits() const { return credits_; }
  /// Looks ahead from now on, if `wanted`, the memory foresees writes and no observer wants to be told of them. Before
  /// the first edge, and after `observe`.
  void look_ahead(bool wanted) { ahead_ = wanted && memory_.foresees() && waits_observer_ == nullptr; }
  [[nodiscard]] bool looks_ahead() const { return ahead_; }
  /// With `look_ahead`: edge at which the packet that was taken last is visible in memory.
  [[nodiscard]] Cycles written() const { return written_; }
  /// With `look_ahead`, the credits that have become known; to be emptied by whoever takes them.
  std::vector<Returning>& foreseen() { return foreseen_; }
  /// With `look_ahead`: what can be read below is as of edge `now`, and not as of the last call. All edges up to `now`
  /// at which it has to run have been.
  void settle(Cycles now) {
    if (now >= settles_at_) settle_all(now);
  }
  /// First edge, after that to which it is settled, at which what can be read below changes without a call.
  [[nodiscard]] Cycles changes() const { return settles_at_; }
  /// Credits on `credit_o`, taken off: for a level that has no wire to keep them on.
  CreditReturn take_credits() { return std::exchange(credits_, 0); }
  void observe(PacketObserver* observer) {
    observer_ = observer;
    waits_observer_ = observer != nullptr && observer->wants_waits() ? observer : nullptr;
  }
  /// From now on `control`, which outlives it, is told what comes, and `pacer`, of the same engine, which of its
  /// packets are acknowledged; null: nobody is.
  void follow(InjectionControl* control, Pacer* pacer) {
    control_ = control;
    pacer_ = pacer;
  }
  /// A hint to the cache that `tick` is about to be called.
  void prefetch() const {
    __builtin_prefetch(&reassembly);
    __builtin_prefetch(&due_);
    __builtin_prefetch(&slots_);
  }

  Reassembly reassembly;

  // Everything below may be read between two edges.
  /// Packets of messages that have been received.
  [[nodiscard]] std::uint64_t packets() const { return packets_; }
  [[nodiscard]] std::uint64_t control_packets() const { return control_packets_; }
  /// Packets of messages that came for a cancelled receive.
  [[nodiscard]] std::uint64_t dropped() const { return dropped_; }
  [[nodiscard]] std::uint64_t flits() const { return flits_; }
  /// Flits in the receive buffer of `vc`: sampled, and their credit not yet returned.
  [[nodiscard]] int occupancy(int vc) const { return slots_[static_cast<std::size_t>(vc)].occupied; }
  [[nodiscard]] int occupancy() const;
  /// Packets on their way to memory: not yet visible there.
  [[nodiscard]] int pending_writes() const { return pending_writes_; }
  /// Faults of a receiver at rest: state that differs from that after reset when nothing should be under way. Empty if
  /// all is well.
  [[nodiscard]] std::vector<std::string> final_faults() const;

 private:
  /// Receive buffer of one VC.
  struct Slots {
    int occupied = 0;
    int unreturned = 0;  ///< credits due now
  };
  /// The packet that is coming in on a VC, flit by flit.
  struct Channel {
    int flits_taken = 0;  ///< 0: none is coming in
    PacketHeader header;
    Flit head;
    PayloadPattern pattern;
  };
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  /// A packet on its way to memory; its number is the tag of the request.
  struct Write {
    Picoseconds transferred;  ///< when the engine itself has moved it
    Reassembly::Message* message = nullptr;
    std::uint16_t payload = 0;
    std::uint16_t flits = 0;  ///< 0: the number is free
    std::uint8_t vc = 0;
    bool taken = false;  ///< the memory has taken it
    bool visible = false;
    bool left = false;           ///< its credits have gone back
    bool listed = false;         ///< among those that the memory has answered for
    std::uint32_t next = kNone;  ///< next one in its list: of answered writes, or of free numbers
    RouteHeader header;
  };

  /// End of a write that was foreseen.
  struct Ending {
    Cycles edge;
    Reassembly::Message* message = nullptr;
    std::uint16_t payload = 0;
  };

  Cycles work(Cycles now, const Flit& flit);
  Cycles work(Cycles now, const PacketHeader* header, int vc);
  void begin_edge(Cycles now);
  void finish_edge(Cycles now);
  void finish_writes(Cycles now);
  void finish_write(std::uint32_t tag, Cycles now);
  void list_answered(std::uint32_t tag);
  /// Edge at which the engine itself has moved the next of the packets that the memory has answered for.
  [[nodiscard]] Cycles next_write() const;
  void take_flit(Cycles now, const Flit& flit);
  void take_head(Channel& channel, const Flit& flit);
  void take_body(Channel& channel, const Flit& flit);
  void check_transport(const Channel& channel) const;
  void packet_complete(Cycles now, const PacketHeader& header, std::uint8_t vc);
  void control_packet_complete(Cycles now, const PacketHeader& header);
  void tell_pacer(Cycles now, const PacketHeader& header);
  void start_write(Cycles now, const Write& write, std::uint64_t address, const PacketHeader& header);
  /// Starts a write that the memory foresees.
  void foresee_write(Cycles now, const Write& write, const MemoryRequest& request);
  void foresee_credits(Cycles edge, int vc, int flits);
  void settle_all(Cycles now);
  void free_slots(const Write& write, Cycles now);
  [[gnu::cold]] void note_way(std::uint32_t tag);
  /// Says where the write was until edge `now`.
  [[gnu::cold]] void tell_way(std::uint32_t tag, Cycles now) const;
  void tell_contents(const PacketHeader& header, const Reassembly::Message* message, bool dropped) const;
  /// Ends the write of a packet that needs no memory.
  void written_at_once(const Write& write, Cycles now);
  void unasked_answer(std::uint32_t tag) const;
  CreditReturn return_credits();
  void check_reassembly(Reassembly::Fault fault) const;
  void integrity_fault(const Channel& channel, const std::string& what) const;
  [[nodiscard]] std::string name() const;

  const MachineConfig& config_;
  MemoryPort& memory_;
  MemoryContents* const contents_;  ///< null: it has none
  PacketObserver* observer_ = nullptr;
  PacketObserver* waits_observer_ = nullptr;  ///< `observer_`, if it wants to be told of waits too
  InjectionControl* control_ = nullptr;
  Pacer* pacer_ = nullptr;
  const int engine_;
  const int capacity_;  ///< flits per VC
  const Coordinate position_;
  Packetiser packetiser_;

  // What every call looks at, in one cache line.
  alignas(64) Cycles due_;
  CreditReturn credits_ = 0;
  std::vector<Write> writes_;
  std::uint32_t free_write_ = kNone;  ///< first of the numbers that are free: last in, first out
  // Writes of which the memory has said something that is not yet acted upon: first in, first out.
  std::uint32_t first_answered_ = kNone;
  std::uint32_t last_answered_ = kNone;
  int pending_writes_ = 0;
  bool credits_left_ = false;
  bool ahead_ = false;  ///< looks ahead

  // And what it looks at for a packet, in the next two.
  RateServer rate_;
  std::uint64_t packets_ = 0;
  std::uint64_t flits_ = 0;
  alignas(64) std::array<Slots, kMaxVirtualChannels> slots_;

  // With `look_ahead`.
  RingQueue<Ending> endings_;          ///< by edge
  RingQueue<Cycles> last_endings_;     ///< edges at which it has to run: a message may be complete
  std::vector<Returning> returning_;   ///< under way to `credit_o`
  Cycles settles_at_ = Cycles::max();  ///< edge of the first of all these
  std::vector<Returning> foreseen_;
  Cycles written_;  ///< edge at which the last packet is visible in memory

  std::uint64_t dropped_ = 0;
  std::uint64_t control_packets_ = 0;
  std::array<Channel, kMaxVirtualChannels> channels_;
  const AccessWay* const way_;   ///< way of what the memory answers; null: it does not say it
  std::vector<AccessWay> ways_;  ///< by tag, of writes, if the memory says it
};

}  // namespace tactus
