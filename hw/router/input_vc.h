#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "hw/common/router_config.h"
#include "hw/link/packet_header.h"
#include "hw/router/flit_run.h"
#include "hw/router/growing_run.h"
#include "hw/router/route_function.h"

namespace tactus {

/// A packet in an input buffer, from its head's arrival to its tail's departure. One cache line.
struct alignas(64) BufferedPacket {
  RouteHeader header;
  RouteDecision route;
  std::uint16_t settled = 0;   ///< flits that have come in, as far as its runs have been told
  std::uint16_t departed = 0;  ///< flits that have been taken out
  std::uint32_t routed = 0;    ///< edge of RC, modulo 2^32
  std::int32_t behind = -1;    ///< next packet of the same queue, or of those that are free
  std::int32_t index = 0;      ///< its number in the buffer
  FlitRun* first = nullptr;    ///< run of the flit that departs next
  FlitRun* last = nullptr;     ///< run of the flit that arrived last
};

/// Input buffer of one virtual channel: packets in one FIFO, or in one queue per output that share the
/// buffer (a linked-list buffer, DAMQ: Tamir and Frazier, 1988). Plain class: no SystemC, no policy. How many flits it
/// may hold is its router's business.
///
/// Storage is taken as it is first needed, stays where it is, and is used again last in, first out.
class alignas(64) InputVc {
 public:
  /// `outputs`: of the router that it is in.
  InputVc(InputQueueKind kind, int outputs);
  InputVc(InputVc&&) = default;  // NOLINT(performance-noexcept-move-constructor): a std::deque's move takes memory
  InputVc& operator=(InputVc&&) noexcept = default;

  /// Packet whose tail has not yet arrived, or null.
  [[nodiscard]] const BufferedPacket* arriving() const { return to_come_ != 0 ? arriving_ : nullptr; }
  /// Flits that are still to come of that packet; 0 if there is none.
  [[nodiscard]] int to_come() const { return to_come_; }
  /// Flits of `packet` that have come in.
  [[nodiscard]] int arrived(const BufferedPacket& packet) const {
    return packet.settled + (&packet == arriving_ ? growing_.fresh() : 0);
  }
  [[nodiscard]] BufferedPacket& packet(int index) { return packets_[static_cast<std::size_t>(index)]; }
  [[nodiscard]] const BufferedPacket& packet(int index) const { return packets_[static_cast<std::size_t>(index)]; }
  /// Packet at the front of the queue that holds packets for `out_port`, or -1.
  /// With FIFO queues that packet may want another output.
  [[nodiscard]] int front(int out_port) const { return queues_[queue(out_port)].front; }
  /// Runs of flits that there is storage for by now.
  [[nodiscard]] std::size_t storage() const { return runs_.size(); }

  /// A head flit has arrived: its packet joins its queue. True if it is now at the front.
  bool push_head(const Flit& flit, const RouteHeader& header, RouteDecision route, std::uint32_t routed);
  /// Any later flit of the packet that is arriving.
  void push_body(const Flit& flit) {
    if (!growing_.join(flit)) begin_run(flit);
    if (--to_come_ == 0) settle();
  }
  /// Removes the front of the queue for `out_port`; its flits stay until they are popped.
  /// Returns the new front, or -1.
  int pop_front(int out_port);
  /// Takes out the oldest flits of `packet`, at most `most`: none if none is there, and not always all that are.
  FlitRun::Piece take(BufferedPacket& packet, int most);
  /// All flits of `packet`, which has left its queue, are taken: nobody needs it any more.
  void forget(BufferedPacket& packet) {
    packet.behind = free_packet_;
    free_packet_ = packet.index;
  }

  void clear();

 private:
  struct Queue {
    std::int32_t front = -1;
    std::int32_t back = -1;
  };

  [[nodiscard]] std::size_t queue(int out_port) const {
    return kind_ == InputQueueKind::kFifo ? 0 : static_cast<std::size_t>(out_port);
  }
  /// The packet that is arriving and its last run are told of what has come.
  void settle();
  void begin_run(const Flit& flit);
  void free_run(BufferedPacket& packet);
  BufferedPacket& take_packet();

  // What a flit that arrives needs, in one cache line.
  GrowingRun growing_;                  ///< end of the last run of `arriving_`
  BufferedPacket* arriving_ = nullptr;  ///< or the one that was last
  int to_come_ = 0;                     ///< flits, of `arriving_`

  std::int32_t free_packet_ = -1;
  FlitRun* free_run_ = nullptr;
  InputQueueKind kind_;
  std::deque<FlitRun> runs_;
  std::deque<BufferedPacket> packets_;
  std::vector<Queue> queues_;
};

inline void InputVc::settle() {
  arriving_->settled = static_cast<std::uint16_t>(arriving_->settled + growing_.fresh());
  growing_.settle(*arriving_->last);
}

inline FlitRun::Piece InputVc::take(BufferedPacket& packet, int most) {
  if (&packet == arriving_) settle();
  const FlitRun::Piece piece = packet.first->take(most);
  packet.departed = static_cast<std::uint16_t>(packet.departed + piece.flits);
  const bool last = packet.departed == packet.header.flits;
  if (packet.first->empty() && (last || packet.first->next != nullptr)) free_run(packet);
  return piece;
}

}  // namespace tactus
