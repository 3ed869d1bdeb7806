#include "tlm_models/node/rdma/rail_nic.h"

#include <algorithm>
#include <utility>

namespace tactus {

RailNic::RailNic(const RailNicConfig& config, const CableConfig& cable, int rail, PcieEndpoint& slot, LinkChannel& out,
                 LinkChannel& in, TimedEvents& events)
    : config_(config), mtu_(cable.mtu.count()), rail_(rail), slot_(slot), out_(out), in_(in), events_(events) {
  slot.connect(*this);
}

void RailNic::post(const RailWork& work, Picoseconds now) {
  work_.push(work);
  ++posts_;
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
    packet.transaction = work.number << kMessageBits;
    if (done_of_work_ == work.bytes) {
      packet.transaction |= work.message;
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
  constexpr std::uint32_t kMessages = (1U << kMessageBits) - 1;
  writes_.push_back({packet.transaction & kMessages, packet.transaction >> kMessageBits, false});
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
    if (message == 0) continue;
    ++told_;
    listener_->message(rail_, message, now);
  }
}

std::uint64_t RailNic::number_of(bool read, std::uint32_t tag) const {
  return read ? number_of(outgoing_[tag - first_outgoing_].packet) : writes_[tag - first_write_].number;
}

void RailNic::add_probes(ProbeList& probes, const std::string& scope, const ProbeTime& now) const {
  constexpr int kCountBits = 32;
  const std::string send = scope + ".send";
  add_probes_together(probes,
                      {{send, "state", 2, {}, {"idle", "read", "wire", "credits"}},
                       {send, "message", 48, {}, {}},
                       {send, "packets", kCountBits, {}, {}},
                       {send, "work", kCountBits, {}, {}},
                       {send, "doorbells", kCountBits, {}, {}}},
                      [this, now](std::uint64_t* values) {
                        enum : std::uint64_t { kIdle, kRead, kWire, kCredits };
                        std::fill(values, values + 2, 0);
                        if (!outgoing_.empty()) {
                          const LinkPacket& packet = outgoing_.front().packet;
                          const LinkObstacle obstacle = out_.seen_obstacle(packet.traffic, packet.payload, now());
                          const bool wire = obstacle == LinkObstacle::kWire || obstacle == LinkObstacle::kNone;
                          values[0] = !outgoing_.front().here ? kRead : wire ? kWire : kCredits;
                          values[1] = number_of(packet);
                        }
                        values[2] = outgoing_.size();
                        values[3] = work_.size();
                        values[4] = posts_;
                      });
  const std::string receive = scope + ".receive";
  add_probes_together(probes,
                      {{receive, "state", 2, {}, {"idle", "work", "write"}},
                       {receive, "message", 48, {}, {}},
                       {receive, "packets", kCountBits, {}, {}},
                       {receive, "writes", kCountBits, {}, {}},
                       {receive, "completions", kCountBits, {}, {}}},
                      [this](std::uint64_t* values) {
                        values[0] = working_ ? 1 : writing_ ? 2 : 0;
                        values[1] = received_.empty() ? 0 : number_of(received_.front());
                        values[2] = received_.size();
                        values[3] = writes_.size();
                        values[4] = told_;
                      });
}

}  // namespace tactus
