#pragma once

#include <cstdint>
#include <vector>

#include "hw/common/router_config.h"
#include "hw/common/torus_shape.h"
#include "hw/link/packet_header.h"
#include "hw/router/route_function.h"

namespace tactus {

/// A packet in an input buffer, from its head's arrival to its tail's departure.
struct BufferedPacket {
  RouteHeader header;
  RouteDecision route;
  std::uint32_t age = 0;         ///< `packet_age`
  std::uint16_t arrived = 0;     ///< flits that have come in
  std::uint16_t departed = 0;    ///< flits that have gone out
  std::int32_t first_slot = -1;  ///< oldest flit still in the buffer
  std::int32_t last_slot = -1;
  std::int32_t behind = -1;  ///< next packet of the same queue
};

/// Input buffer of one virtual channel: packets in one FIFO, or in one queue per output that share the
/// buffer (a linked-list buffer, DAMQ: Tamir and Frazier, 1988). Plain class: no SystemC, no policy.
///
/// Storage is taken as it is first needed, up to `capacity` flits, and used again last in, first out.
class InputVc {
 public:
  /// `capacity` in flits.
  InputVc(int capacity, InputQueueKind kind);

  [[nodiscard]] int occupancy() const { return occupancy_; }
  [[nodiscard]] int capacity() const { return capacity_; }
  [[nodiscard]] bool has_room() const { return occupancy_ < capacity_; }
  /// Packet whose tail has not yet arrived, or -1.
  [[nodiscard]] int arriving() const { return arriving_; }
  [[nodiscard]] const BufferedPacket& packet(int index) const { return packets_[static_cast<std::size_t>(index)]; }
  /// Packet at the front of the queue that holds packets for `out_port`, or -1.
  /// With FIFO queues that packet may want another output.
  [[nodiscard]] int front(int out_port) const { return queues_[queue(out_port)].front; }

  /// A head flit has arrived: its packet joins its queue. True if it is now at the front.
  bool push_head(const Flit& flit, const RouteHeader& header, RouteDecision route, std::uint32_t age);
  /// Any later flit of the packet that is arriving.
  void push_body(const Flit& flit);
  /// Removes the front of the queue for `out_port`; its flits stay until they are popped.
  /// Returns the new front, or -1.
  int pop_front(int out_port);
  /// Takes the oldest flit of packet `index`, which must have one. With the last one the packet is gone.
  Flit pop_flit(int index);

  void clear();

 private:
  struct Queue {
    std::int32_t front = -1;
    std::int32_t back = -1;
  };
  struct Slot {
    Flit flit;
    std::int32_t next = -1;
  };

  [[nodiscard]] std::size_t queue(int out_port) const {
    return kind_ == InputQueueKind::kFifo ? 0 : static_cast<std::size_t>(out_port);
  }
  void append(BufferedPacket& packet, const Flit& flit);
  std::int32_t take_packet();

  int capacity_;
  InputQueueKind kind_;
  int occupancy_ = 0;
  std::int32_t arriving_ = -1;
  std::int32_t free_slot_ = -1;
  std::int32_t free_packet_ = -1;
  std::vector<Slot> slots_;
  std::vector<BufferedPacket> packets_;
  std::vector<Queue> queues_;
};

}  // namespace tactus
