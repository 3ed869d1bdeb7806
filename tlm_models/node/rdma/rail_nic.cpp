#include "tlm_models/node/rdma/rail_nic.h"

#include <algorithm>

namespace tactus {

RailNic::RailNic(const RailNicConfig& config, const CableConfig& cable, int rail, PcieEndpoint& slot, LinkChannel& out,
                 LinkChannel& in, TimedEvents& events)
    : config_(config), mtu_(cable.mtu.count()), rail_(rail), slot_(slot), out_(out), in_(in), events_(events) {
  slot.connect(*this);
}

void RailNic::post(const RailWork& work, Picoseconds now) {
  work_.push(work);
  read_ahead(now);
}

void RailNic::read_ahead(Picoseconds now) {
  while (!work_.empty() && outgoing_.size() < static_cast<std::size_t>(config_.read_ahead)) {
    const RailWork work = work_.front();
    LinkPacket packet;
    packet.ready = now;
    packet.address = work.remote + done_of_work_;
    packet.payload = static_cast<std::uint16_t>(std::min(work.bytes - done_of_work_, mtu_));
    packet.length = packet.payload;
    const std::uint64_t from = work.local + done_of_work_;
    done_of_work_ += packet.payload;
    if (done_of_work_ == work.bytes) {
      packet.transaction = work.message;
      work_.pop();
      done_of_work_ = 0;
    }
    const std::uint32_t tag = first_outgoing_ + static_cast<std::uint32_t>(outgoing_.size());
    outgoing_.push_back({packet, work.in_work});
    if (!work.in_work) slot_.read(tag, from, packet.payload, now);
  }
  send(now);
}

void RailNic::read_done(std::uint32_t tag, Picoseconds now) {
  Outgoing& outgoing = outgoing_[tag - first_outgoing_];
  outgoing.here = true;
  outgoing.packet.ready = now;
  send(now);
}

void RailNic::may_send(int /*port*/, Picoseconds now) { send(now); }

void RailNic::send(Picoseconds now) {
  while (!outgoing_.empty() && outgoing_.front().here) {
    const LinkPacket packet = outgoing_.front().packet;
    const LinkObstacle obstacle = out_.obstacle(packet.traffic, packet.payload, now);
    out_.wake_when(obstacle, packet.traffic, now);
    if (obstacle != LinkObstacle::kNone) return;
    out_.send(packet, now);
    bytes_sent_ += packet.payload;
    outgoing_.pop_front();
    ++first_outgoing_;
    read_ahead(now);
  }
}

void RailNic::arrived(int /*port*/, const LinkPacket& packet, Picoseconds now) {
  received_.push(packet);
  begin_packet(now);
}

void RailNic::begin_packet(Picoseconds now) {
  if (working_ || writing_ || received_.empty()) return;
  working_ = true;
  events_.at(now + config_.packet_time, *this, 0);
}

void RailNic::due(std::uint32_t /*what*/, Picoseconds now) {
  const LinkPacket packet = received_.front();
  const std::uint32_t tag = first_write_ + static_cast<std::uint32_t>(writes_.size());
  working_ = false;
  writing_ = true;
  writes_.push_back({packet.transaction, false});
  bytes_received_ += packet.payload;
  ++packets_received_;
  slot_.write(tag, packet.address, packet.payload, now);
}

void RailNic::write_taken(std::uint32_t /*tag*/, Picoseconds now) {
  in_.release(received_.front(), now);
  received_.pop();
  writing_ = false;
  begin_packet(now);
}

void RailNic::write_visible(std::uint32_t tag, Picoseconds now) {
  writes_[tag - first_write_].visible = true;
  while (!writes_.empty() && writes_.front().visible) {
    const std::uint32_t message = writes_.front().message;
    writes_.pop_front();
    ++first_write_;
    if (message != 0) listener_->message(rail_, message, now);
  }
}

}  // namespace tactus
