#include "hw/router/input_vc.h"

namespace tactus {

static_assert(sizeof(BufferedPacket) == 64 && sizeof(FlitRun) == 64);

InputVc::InputVc(InputQueueKind kind, int outputs)
    : kind_(kind), queues_(kind == InputQueueKind::kFifo ? 1 : static_cast<std::size_t>(outputs)) {}

void InputVc::clear() { *this = InputVc(kind_, static_cast<int>(queues_.size())); }

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

void InputVc::begin_run(const Flit& flit) {
  BufferedPacket& packet = *arriving_;
  if (packet.last != nullptr) settle();
  growing_.begin(flit);
  if (packet.last != nullptr && packet.last->empty()) return packet.last->begin(flit);
  FlitRun* run = free_run_;
  if (run == nullptr) {
    run = &runs_.emplace_back();
  } else {
    free_run_ = run->next;
  }
  run->begin(flit);
  (packet.first == nullptr ? packet.first : packet.last->next) = run;
  packet.last = run;
}

void InputVc::free_run(BufferedPacket& packet) {
  FlitRun* run = packet.first;
  packet.first = run->next;
  run->next = free_run_;
  free_run_ = run;
}

bool InputVc::push_head(const Flit& flit, const RouteHeader& header, RouteDecision route, std::uint32_t routed) {
  BufferedPacket& packet = take_packet();
  const std::int32_t index = packet.index;
  packet = {};
  packet.index = index;
  packet.header = header;
  packet.route = route;
  packet.routed = routed;
  arriving_ = &packet;
  to_come_ = header.flits - 1;
  begin_run(flit);

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
