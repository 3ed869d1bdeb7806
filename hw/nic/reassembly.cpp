#include "hw/nic/reassembly.h"

#include <algorithm>

namespace tactus {
namespace {

Reassembly::Key key_of(Coordinate source, std::uint8_t source_place, std::uint8_t destination_place,
                       std::uint32_t tag) {
  std::uint64_t from = source_place;
  for (int d = 0; d < kMaxDimensions; ++d) from = from << 8 | static_cast<std::uint64_t>(source[d]);
  return {from, static_cast<std::uint64_t>(destination_place) << 32 | tag};
}

}  // namespace

void Reassembly::post(int slot, const nic_reg::ReceiveSlot& receive) {
  const Key key = key_of(receive.source, receive.source_place, receive.destination_place, receive.tag);
  new_posts_.push_back({slot, key, receive.bytes, receive.destination_address});
  active_ |= 1U << slot;
  slot_packets_[static_cast<std::size_t>(slot)] = 0;
}

Reassembly::Fault Reassembly::accept_posts() {
  Fault fault = Fault::kNone;
  for (const Posted& receive : new_posts_) {
    Message* const message = waiting_for(receive);
    if (message == nullptr) {
      posted_.push_back(receive);
      continue;
    }
    --unexpected_;
    if (lists_meetings_) meetings_.push_back({message->number, receive.address});
    if (const Fault met = meet(*message, receive); met != Fault::kNone) fault = met;
    end_if_complete(message);
  }
  new_posts_.clear();
  return fault;
}

Reassembly::Message* Reassembly::waiting_for(const Posted& receive) {
  const auto waits = [&](const Message& m) { return m.key == receive.key && m.slot == kNoSlot && !m.one_sided; };
  const auto coming = std::find_if(messages_.begin(), messages_.end(), waits);
  const auto early = early_.find(receive.key);
  if (early == early_.end()) return coming == messages_.end() ? nullptr : &*coming;
  std::list<Message>& complete = early->second;
  const auto oldest = std::min_element(complete.begin(), complete.end(),
                                       [](const Message& a, const Message& b) { return a.number < b.number; });
  if (coming != messages_.end() && coming->number < oldest->number) return &*coming;
  messages_.splice(messages_.end(), complete, oldest);
  if (complete.empty()) early_.erase(early);
  return &messages_.back();
}

Reassembly::Arrival Reassembly::arrive(const PacketHeader& header) {
  const TransportHeader& transport = header.transport;
  if (transport.one_sided && transport.last && transport.packet_index == 0) return {};

  const RouteHeader& route = header.route;
  const Key key = key_of(route.source, route.source_place, route.destination_place, transport.tag);
  Arrival arrival;
  arrival.message = open_message(key, transport.one_sided);
  if (arrival.message == nullptr) arrival = start_message(key, transport);
  Message& message = *arrival.message;
  const bool agrees = message.one_sided || message.bytes == transport.message_bytes;
  if (!agrees || transport.payload_bytes > message.bytes - message.arrived) return {Fault::kLength, arrival.message};
  message.arrived += transport.payload_bytes;
  ++message.packets;
  if (message.one_sided) arrival.fault = take_one_sided(message, transport);
  if (message.slot != kNoSlot) slot_packets_[static_cast<std::size_t>(message.slot)] = message.packets;
  return arrival;
}

void Reassembly::written(Message* message, std::uint32_t bytes) {
  if (message == nullptr) {
    ++one_sided_;
    return;
  }
  message->written += bytes;
  end_if_complete(message);
}

int Reassembly::incomplete() const {
  return static_cast<int>(
      std::count_if(messages_.begin(), messages_.end(), [](const Message& m) { return m.written < m.bytes; }));
}

Reassembly::Fault Reassembly::take_one_sided(Message& message, const TransportHeader& transport) {
  if (transport.last) message.expected = transport.packet_index + 1;
  if (message.packets == message.expected) message.bytes = message.arrived;
  return message.packets > message.expected ? Fault::kLength : Fault::kNone;
}

Reassembly::Message* Reassembly::open_message(const Key& key, bool one_sided) {
  for (Message& message : messages_) {
    if (message.key == key && message.one_sided == one_sided && message.arrived < message.bytes) return &message;
  }
  return nullptr;
}

Reassembly::Arrival Reassembly::start_message(const Key& key, const TransportHeader& transport) {
  Message& message = messages_.emplace_back();
  message.key = key;
  message.bytes = transport.one_sided ? kUnknownLength : transport.message_bytes;
  message.one_sided = transport.one_sided;
  message.number = started_++;
  if (message.one_sided) return {Fault::kNone, &message};

  const auto receive = std::find_if(posted_.begin(), posted_.end(), [&](const Posted& p) { return p.key == key; });
  if (receive == posted_.end()) {
    ++unexpected_;
    const bool has_room = unexpected_entries_ == 0 || unexpected_ <= unexpected_entries_;
    return {has_room ? Fault::kNone : Fault::kUnexpectedOverflow, &message};
  }
  const Fault fault = meet(message, *receive);
  posted_.erase(receive);
  return {fault, &message};
}

Reassembly::Fault Reassembly::meet(Message& message, const Posted& receive) {
  message.slot = receive.slot;
  message.address = receive.address;
  slot_packets_[static_cast<std::size_t>(receive.slot)] = message.packets;
  return message.bytes > receive.bytes ? Fault::kTooLong : Fault::kNone;
}

void Reassembly::end_if_complete(Message* message) {
  // A message of 0 bytes is complete with its only packet, which is when this is called first.
  if (message->written < message->bytes) return;
  const auto self = std::find_if(messages_.begin(), messages_.end(), [&](const Message& m) { return &m == message; });
  if (message->one_sided) {
    ++one_sided_;
  } else if (message->slot == kNoSlot) {
    std::list<Message>& early = early_[message->key];
    early.splice(early.end(), messages_, self);
    return;
  } else {
    const std::uint32_t slot = 1U << message->slot;
    ((cancelled_ & slot) != 0 ? freed_ : done_) |= slot;
    active_ &= ~slot;
    cancelled_ &= ~slot;
  }
  messages_.erase(self);
}

}  // namespace tactus
