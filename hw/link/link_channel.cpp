#include "hw/link/link_channel.h"

#include <algorithm>
#include <cassert>

namespace tactus {

LinkChannel::LinkChannel(const LinkChannelConfig& config, TimedEvents& events)
    : config_(config), events_(events), register_time_(transfer_time(Bytes{config.register_bytes}, config.rate)) {
  for (std::uint32_t i = 0; i < kTrafficClasses; ++i) {
    credits_[i].headers = CreditPool(config.classes[i].headers);
    credits_[i].data = CreditPool(config.classes[i].data_units);
  }
}

void LinkChannel::connect(LinkSender& sender, int sender_port, LinkReceiver& receiver, int receiver_port,
                          LinkChannel* reverse) {
  sender_ = &sender;
  sender_port_ = sender_port;
  receiver_ = &receiver;
  receiver_port_ = receiver_port;
  reverse_ = reverse;
}

Picoseconds LinkChannel::send(const LinkPacket& packet, Picoseconds now) {
  Credits& credits = credits_[index_of(packet.traffic)];
  const std::uint32_t units = units_of(packet.payload);
  assert(wire_free_ <= now + register_time_ && credits.headers.has(1, now) && credits.data.has(units, now));
  credits.headers.take(1);
  credits.data.take(units);
  const Picoseconds credited = std::max(credits.headers.latest(), units == 0 ? Picoseconds{} : credits.data.latest());
  const std::uint32_t overhead = config_.classes[index_of(packet.traffic)].overhead_bytes;
  take_wire(index_of(packet.traffic), overhead + packet.payload, std::max(packet.ready, credited));
  last_payload_ = packet.payload;
  last_packet_time_ = last_times_[index_of(packet.traffic)].time;
  if (observer_ != nullptr) {
    observer_->carried(false, wire_free_ - last_packet_time_, wire_free_);
    observer_->sent(packet, now);
  }
  if (listener_ != nullptr) listener_->carried(&packet, wire_free_ - last_packet_time_, wire_free_, now);
  const Picoseconds arrival = wire_free_ + config_.latency;
  in_flight_.push(packet).ready = arrival;
  events_.at(arrival, *this, kArrival);
  bytes_ += packet.payload;
  ++packets_;
  return wire_free_;
}

void LinkChannel::release(const LinkPacket& packet, Picoseconds now) {
  if (observer_ != nullptr) observer_->released(packet, now);
  Credits& credits = credits_[index_of(packet.traffic)];
  const Picoseconds back = now + config_.latency;
  credits.headers.give_back(1, back);
  const std::uint32_t units = units_of(packet.payload);
  if (units != 0) credits.data.give_back(units, back);
  if (credits.awaited) {
    credits.awaited = false;
    wake_at(back);
  }
  if (config_.update_bytes == 0 || reverse_ == nullptr || ++released_ < config_.update_every) return;
  released_ = 0;
  reverse_->take_wire(kUpdate, config_.update_bytes, now);
  if (reverse_->listener_ == nullptr && reverse_->observer_ == nullptr) return;
  const Picoseconds end = reverse_->wire_free_;
  const Picoseconds begin = end - reverse_->last_times_[kUpdate].time;
  if (reverse_->listener_ != nullptr) reverse_->listener_->carried(nullptr, begin, end, now);
  if (reverse_->observer_ != nullptr) reverse_->observer_->carried(true, begin, end);
}

void LinkChannel::due(std::uint32_t what, Picoseconds now) {
  if (what == kWake) {
    if (wake_ > now) return;
    wake_ = Picoseconds::max();
    sender_->may_send(sender_port_, now);
    return;
  }
  while (!in_flight_.empty() && in_flight_.front().ready <= now) {
    const LinkPacket packet = in_flight_.front();
    in_flight_.pop();
    if (observer_ != nullptr) observer_->received(packet, now);
    receiver_->arrived(receiver_port_, packet, now);
  }
}

bool LinkChannel::carries_payload(Picoseconds now) const {
  if (!carries(now) || last_packet_time_ == Picoseconds{}) return false;
  const std::uint64_t left = (wire_free_ - now).count() % last_packet_time_.count();
  return left <= transfer_time(Bytes{last_payload_}, config_.rate).count();
}

Picoseconds LinkChannel::next_wire_change(Picoseconds now) const {
  if (!carries(now)) return Picoseconds::max();
  Picoseconds next = wire_free_;
  if (wire_free_ > now + register_time_) next = wire_free_ - register_time_;
  if (config_.data_unit == 0 || last_packet_time_ == Picoseconds{}) return next;
  // As in `carries_payload`: a packet ends with its payload.
  const std::uint64_t left = (wire_free_ - now).count() % last_packet_time_.count();
  const std::uint64_t payload = transfer_time(Bytes{last_payload_}, config_.rate).count();
  return std::min(next, now + Picoseconds{left > payload ? left - payload : left + 1});
}

bool LinkChannel::idle() const {
  return in_flight_.empty() && std::all_of(credits_.begin(), credits_.end(), [](const Credits& credits) {
           return credits.headers.all_given_back() && credits.data.all_given_back();
         });
}

void LinkChannel::take_wire(std::size_t kind, std::uint32_t bytes, Picoseconds from) {
  LastTime& last = last_times_[kind];
  if (bytes != last.bytes) last = {bytes, transfer_time(Bytes{bytes}, config_.rate)};
  wire_free_ = std::max(wire_free_, from) + last.time;
  busy_ += last.time;
}

}  // namespace tactus
