#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "hw/common/router_config.h"
#include "hw/link/packet_header.h"
#include "hw/router/flit_run.h"
#include "hw/router/route_function.h"

namespace tactus {

/// A packet in an input buffer, from its head's arrival to its tail's departure. One cache line.
struct alignas(64) BufferedPacket {
  RouteHeader header;
  RouteDecision route;
  std::uint16_t arrived = 0;   ///< flits that have come in
  std::uint16_t departed = 0;  ///< flits that have gone out
  std::uint32_t routed = 0;    ///< edge of RC, modulo 2^32
  std::int32_t behind = -1;    ///< next packet of the same queue, or of those that are free
  std::int32_t index = 0;      ///< its number in the buffer
  FlitRun* first = nullptr;    ///< run of the flit that departs next
  FlitRun* last = nullptr;     ///< run of the flit that arrived last

  [[nodiscard]] bool has_flit() const { return arrived != departed; }
};

/// Input buffer of one virtual channel: packets in one FIFO, or in one queue per output that share the
/// buffer (a linked-list buffer, DAMQ: Tamir and Frazier, 1988). Plain class: no SystemC, no policy.
///
/// Storage is taken as it is first needed, stays where it is, and is used again last in, first out.
class alignas(64) InputVc {
 public:
  /// `capacity` in flits; `outputs` of the router that it is in.
  InputVc(int capacity, InputQueueKind kind, int outputs);
  InputVc(InputVc&&) = default;  // NOLINT(performance-noexcept-move-constructor): a std::deque's move takes memory
  InputVc& operator=(InputVc&&) noexcept = default;

  [[nodiscard]] int occupancy() const { return occupancy_; }
  [[nodiscard]] int capacity() const { return capacity_; }
  [[nodiscard]] bool has_room() const { return occupancy_ < capacity_; }
  /// Packet whose tail has not yet arrived, or null.
  [[nodiscard]] const BufferedPacket* arriving() const { return arriving_; }
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
    store(*arriving_, flit);
    if (flit.tail) arriving_ = nullptr;
  }
  /// Removes the front of the queue for `out_port`; its flits stay until they are popped.
  /// Returns the new front, or -1.
  int pop_front(int out_port);
  /// Takes the oldest flit of `packet`, which must have one, and puts it on `vc`. With the last one the packet is gone.
  Flit pop_flit(BufferedPacket& packet, int vc);

  void clear();

 private:
  struct Queue {
    std::int32_t front = -1;
    std::int32_t back = -1;
  };

  [[nodiscard]] std::size_t queue(int out_port) const {
    return kind_ == InputQueueKind::kFifo ? 0 : static_cast<std::size_t>(out_port);
  }
  void store(BufferedPacket& packet, const Flit& flit);
  void begin_run(BufferedPacket& packet, const Flit& flit);
  void free_run(BufferedPacket& packet);
  BufferedPacket& take_packet();

  int capacity_;
  InputQueueKind kind_;
  int occupancy_ = 0;
  std::int32_t free_packet_ = -1;
  BufferedPacket* arriving_ = nullptr;
  FlitRun* free_run_ = nullptr;
  std::deque<FlitRun> runs_;
  std::deque<BufferedPacket> packets_;
  std::vector<Queue> queues_;
};

inline void InputVc::store(BufferedPacket& packet, const Flit& flit) {
  if (packet.last == nullptr || !packet.last->join(flit)) begin_run(packet, flit);
  ++packet.arrived;
  ++occupancy_;
}

inline Flit InputVc::pop_flit(BufferedPacket& packet, int vc) {
  FlitRun& run = *packet.first;
  const FlitRun::Data data = run.take();
  const bool head = packet.departed == 0;
  const bool tail = ++packet.departed == packet.header.flits;
  --occupancy_;
  if (run.empty() && (tail || run.next != nullptr)) free_run(packet);
  if (tail) {
    packet.behind = free_packet_;
    free_packet_ = packet.index;
  }
  return {data.lo, data.hi, true, head, tail, static_cast<std::uint8_t>(vc)};
}

}  // namespace tactus
