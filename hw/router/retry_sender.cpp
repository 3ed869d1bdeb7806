#include "hw/router/retry_sender.h"

#include <algorithm>
#include <limits>

#include "hw/common/reports.h"
#include "hw/link/packet_header.h"
#include "hw/router/router_fault.h"

namespace tactus {

RetrySender::RetrySender(const MachineConfig& config, Coordinate position, Direction direction)
    : settings_(config, position, direction),
      transfer_(config, position, direction),
      dimensions_(config.network.dimensions()) {}

void RetrySender::reset() {
  flits_.clear();
  packets_.clear();
  oldest_ = 0;
  current_ = 0;
  place_ = sent_ = 0;
  begun_ = false;
  repetitions_ = 0;
}

int RetrySender::take_ack(const LinkAck& ack) {
  const std::size_t taken = static_cast<std::uint16_t>(ack.next - oldest_) & settings_.mask;
  if (taken > packets_.size()) return 0;  // of packets that are acknowledged already
  int freed = 0;
  for (std::size_t i = 0; i < taken; ++i) {
    freed += packets_.front().flits;
    packets_.pop_front();
  }
  for (int i = 0; i < freed; ++i) flits_.pop();
  oldest_ = (oldest_ + taken) & settings_.mask;
  if (taken <= current_) {
    current_ -= taken;
    place_ -= freed;
  } else {  // it was on the wire once more
    current_ = 0;
    place_ = sent_ = 0;
    begun_ = false;
  }
  return freed;
}

void RetrySender::take(const Flit& flit) {
  if (held() == settings_.buffer) throw RouterFault{reports::kRouterOverflow, 0, "a link's replay buffer is full"};
  if (flit.head) packets_.push_back({unpack_route(flit, dimensions_).flits});
  flits_.push(flit);
}

bool RetrySender::overdue(std::uint64_t now) const {
  return !packets_.empty() && packets_.front().sent && now >= packets_.front().tail + settings_.timeout;
}

void RetrySender::go_back() {
  for (Packet& packet : packets_) packet.sent = false;
  current_ = 0;
  place_ = sent_ = 0;
  begun_ = false;
  ++repetitions_;
}

bool RetrySender::send(std::uint64_t now, LinkFlit& out) {
  if (overdue(now)) go_back();
  if (current_ == packets_.size()) return false;
  Packet& packet = packets_[current_];
  if (!begun_) {
    begun_ = true;
    begins_ = now + transfer_.lateness(now - 1, static_cast<std::uint64_t>(packet.flits));
  }
  if (now < begins_) return false;
  out.flit = flits_.at(static_cast<std::uint32_t>(place_ + sent_));
  out.number = (oldest_ + current_) & settings_.mask;
  out.wrong = false;
  if (++sent_ < packet.flits) return true;
  packet.sent = true;
  packet.tail = now;
  place_ += packet.flits;
  ++current_;
  sent_ = 0;
  begun_ = false;
  return true;
}

std::uint64_t RetrySender::next(std::uint64_t now) const {
  std::uint64_t edge = std::numeric_limits<std::uint64_t>::max();
  if (current_ < packets_.size()) edge = begun_ ? std::max(now + 1, begins_) : now + 1;
  if (!packets_.empty() && packets_.front().sent) edge = std::min(edge, packets_.front().tail + settings_.timeout);
  return edge;
}

}  // namespace tactus
