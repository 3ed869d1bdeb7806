#include "hw/nic/reassembly.h"

#include <algorithm>

namespace tactus {
namespace {

Reassembly::Key key_of(Coordinate source, std::uint8_t source_place, std::uint8_t destination_place,
                       std::uint32_t tag) {
  std::uint64_t node = 0;
  for (int d = 0; d < kMaxDimensions; ++d) node |= static_cast<std::uint64_t>(source[d]) << 8 * d;
  return {node << 32 | tag, static_cast<std::uint32_t>(source_place << 8 | destination_place)};
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
    const auto waits = [&](const Message& m) { return m.key == receive.key && m.slot == kNoSlot && !m.one_sided; };
    const auto message = std::find_if(messages_.begin(), messages_.end(), waits);
    if (message == messages_.end()) {
      posted_.push_back(receive);
      continue;
    }
    --unexpected_;
    if (const Fault met = meet(*message, receive); met != Fault::kNone) fault = met;
    end_if_complete(&*message);
  }
  new_posts_.clear();
  return fault;
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
  message.bytes = transport.one_sided ? kUnknown : transport.message_bytes;
  message.one_sided = transport.one_sided;
  if (message.one_sided) return {Fault::kNone, &message};

  const auto receive = std::find_if(posted_.begin(), posted_.end(), [&](const Posted& p) { return p.key == key; });
  if (receive == posted_.end()) {
    ++unexpected_;
    return {unexpected_ > unexpected_entries_ ? Fault::kUnexpectedOverflow : Fault::kNone, &message};
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
  if (message->one_sided) {
    ++one_sided_;
  } else if (message->slot == kNoSlot) {
    return;
  } else {
    const std::uint32_t slot = 1U << message->slot;
    ((cancelled_ & slot) != 0 ? freed_ : done_) |= slot;
    active_ &= ~slot;
    cancelled_ &= ~slot;
  }
  messages_.remove_if([&](const Message& m) { return &m == message; });
}

}  // namespace tactus
