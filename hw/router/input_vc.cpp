#include "hw/router/input_vc.h"

namespace tactus {

InputVc::InputVc(int capacity, InputQueueKind kind)
    : capacity_(capacity), kind_(kind), queues_(kind == InputQueueKind::kFifo ? 1 : kRouterPorts) {}

void InputVc::clear() { *this = InputVc(capacity_, kind_); }

std::int32_t InputVc::take_packet() {
  if (free_packet_ < 0) {
    packets_.emplace_back();
    return static_cast<std::int32_t>(packets_.size()) - 1;
  }
  const std::int32_t index = free_packet_;
  free_packet_ = packets_[static_cast<std::size_t>(index)].behind;
  return index;
}

void InputVc::append(BufferedPacket& packet, const Flit& flit) {
  std::int32_t slot = free_slot_;
  if (slot < 0) {
    slot = static_cast<std::int32_t>(slots_.size());
    slots_.emplace_back();
  } else {
    free_slot_ = slots_[static_cast<std::size_t>(slot)].next;
  }
  slots_[static_cast<std::size_t>(slot)] = {flit, -1};
  if (packet.first_slot < 0) {
    packet.first_slot = slot;
  } else {
    slots_[static_cast<std::size_t>(packet.last_slot)].next = slot;
  }
  packet.last_slot = slot;
  ++packet.arrived;
  ++occupancy_;
}

bool InputVc::push_head(const Flit& flit, const RouteHeader& header, RouteDecision route, std::uint32_t age) {
  const std::int32_t index = take_packet();
  BufferedPacket& packet = packets_[static_cast<std::size_t>(index)];
  packet = {};
  packet.header = header;
  packet.route = route;
  packet.age = age;
  append(packet, flit);
  if (!flit.tail) arriving_ = index;

  Queue& queue = queues_[this->queue(route.out_port)];
  if (queue.front < 0) {
    queue.front = queue.back = index;
    return true;
  }
  packets_[static_cast<std::size_t>(queue.back)].behind = index;
  queue.back = index;
  return false;
}

void InputVc::push_body(const Flit& flit) {
  append(packets_[static_cast<std::size_t>(arriving_)], flit);
  if (flit.tail) arriving_ = -1;
}

int InputVc::pop_front(int out_port) {
  Queue& queue = queues_[this->queue(out_port)];
  queue.front = packets_[static_cast<std::size_t>(queue.front)].behind;
  if (queue.front < 0) queue.back = -1;
  return queue.front;
}

Flit InputVc::pop_flit(int index) {
  BufferedPacket& packet = packets_[static_cast<std::size_t>(index)];
  const std::int32_t slot = packet.first_slot;
  Slot& storage = slots_[static_cast<std::size_t>(slot)];
  packet.first_slot = storage.next;
  storage.next = free_slot_;
  free_slot_ = slot;
  ++packet.departed;
  --occupancy_;
  if (storage.flit.tail) {
    packet.behind = free_packet_;
    free_packet_ = index;
  }
  return storage.flit;
}

}  // namespace tactus
