#include "hw/router/input_vc.h"

namespace tactus {

static_assert(sizeof(BufferedPacket) == 64 && sizeof(FlitChunk) == 128);

InputVc::InputVc(int capacity, InputQueueKind kind)
    : capacity_(capacity), kind_(kind), queues_(kind == InputQueueKind::kFifo ? 1 : kRouterPorts) {}

void InputVc::clear() { *this = InputVc(capacity_, kind_); }

BufferedPacket& InputVc::take_packet() {
  if (free_packet_ < 0) {
    BufferedPacket& packet = packets_.emplace_back();
    packet.index = static_cast<std::int32_t>(packets_.size()) - 1;
    return packet;
  }
  BufferedPacket& packet = this->packet(free_packet_);
  free_packet_ = packet.behind;
  return packet;
}

void InputVc::add_chunk(BufferedPacket& packet) {
  FlitChunk* chunk = free_chunk_;
  if (chunk == nullptr) {
    chunk = &chunks_.emplace_back();
  } else {
    free_chunk_ = chunk->next;
  }
  chunk->next = nullptr;
  (packet.first == nullptr ? packet.first : packet.last->next) = chunk;
  packet.last = chunk;
}

void InputVc::free_chunk(BufferedPacket& packet) {
  FlitChunk* chunk = packet.first;
  packet.first = chunk->next;
  chunk->next = free_chunk_;
  free_chunk_ = chunk;
}

bool InputVc::push_head(const Flit& flit, const RouteHeader& header, RouteDecision route, std::uint32_t age) {
  BufferedPacket& packet = take_packet();
  const std::int32_t index = packet.index;
  packet = {};
  packet.index = index;
  packet.header = header;
  packet.route = route;
  packet.age = age;
  store(packet, flit);
  arriving_ = &packet;

  Queue& queue = queues_[this->queue(route.out_port)];
  if (queue.front < 0) {
    queue.front = queue.back = index;
    return true;
  }
  this->packet(queue.back).behind = index;
  queue.back = index;
  return false;
}

int InputVc::pop_front(int out_port) {
  Queue& queue = queues_[this->queue(out_port)];
  queue.front = packet(queue.front).behind;
  if (queue.front < 0) queue.back = -1;
  return queue.front;
}

}  // namespace tactus
