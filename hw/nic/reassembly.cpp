#include "hw/nic/reassembly.h"

#include <algorithm>
#include <iterator>

namespace tactus {
namespace {

Reassembly::Key key_of(Coordinate source, std::uint8_t source_place, std::uint8_t destination_place,
                       std::uint32_t tag) {
  std::uint64_t from = source_place;
  for (int d = 0; d < kMaxDimensions; ++d) from = from << 8 | static_cast<std::uint64_t>(source[d]);
  return {from, static_cast<std::uint64_t>(destination_place) << 32 | tag};
}

nic_reg::MetMessage message_of(const Reassembly::Message& message) {
  nic_reg::MetMessage met;
  std::uint64_t source = message.key.source;
  for (int d = kMaxDimensions - 1; d >= 0; --d, source >>= 8) met.source.set(d, static_cast<int>(source & 0xFF));
  met.source_place = static_cast<std::uint8_t>(source);
  met.tag = static_cast<std::uint32_t>(message.key.place_and_tag);
  met.bytes = message.bytes;
  return met;
}

bool by_number(const Reassembly::Message& a, const Reassembly::Message& b) { return a.number < b.number; }

}  // namespace

void Reassembly::post(int slot, const nic_reg::ReceiveSlot& receive) {
  Pattern pattern;
  pattern.key = key_of(receive.source, receive.source_place, receive.destination_place, receive.tag);
  pattern.any_source = receive.any_source;
  pattern.tag_mask <<= receive.tag_ignored;
  pattern.key.place_and_tag &= pattern.tag_mask;
  if (!pattern.is_exact() && !has_patterns_) list_early();
  new_posts_.push_back({slot, pattern, receive.bytes, receive.destination_address});
  active_ |= 1U << slot;
  slot_packets_[static_cast<std::size_t>(slot)] = 0;
}

Reassembly::Fault Reassembly::accept_posts() {
  Fault fault = Fault::kNone;
  for (const Posted& receive : new_posts_) {
    Message* const message = waiting_for(receive.pattern);
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

Reassembly::Message* Reassembly::waiting_for(const Pattern& pattern) {
  const auto waits = [&](const Message& m) { return pattern.fits(m.key) && m.slot == kNoSlot && !m.one_sided; };
  const auto coming = std::find_if(messages_.begin(), messages_.end(), waits);
  const auto early = oldest_early(pattern);
  if (early && (coming == messages_.end() || early->second < coming->number)) return take_early(early->first);
  return coming == messages_.end() ? nullptr : &*coming;
}

std::optional<std::pair<Reassembly::Key, std::uint64_t>> Reassembly::oldest_early(const Pattern& pattern) {
  if (!pattern.is_exact()) {
    // Its messages are those of neighbouring tags.
    std::optional<std::pair<Key, std::uint64_t>> oldest;
    auto each = early_by_tag_.lower_bound({pattern.key.place_and_tag, 0, 0});
    while (each != early_by_tag_.end()) {
      const auto [place_and_tag, number, source] = *each;
      if ((place_and_tag & pattern.tag_mask) != pattern.key.place_and_tag) break;
      const bool fits = pattern.any_source || source == pattern.key.source;
      if (fits && (!oldest || number < oldest->second)) oldest.emplace(Key{source, place_and_tag}, number);
      // Those behind it of its tag are younger.
      each = fits ? early_by_tag_.upper_bound({place_and_tag, UINT64_MAX, 0}) : std::next(each);
    }
    return oldest;
  }
  const auto early = early_.find(pattern.key);
  if (early == early_.end()) return std::nullopt;
  const std::list<Message>& complete = early->second;
  return std::pair(pattern.key, std::min_element(complete.begin(), complete.end(), by_number)->number);
}

Reassembly::Message* Reassembly::take_early(const Key& key) {
  const auto early = early_.find(key);
  std::list<Message>& complete = early->second;
  const auto oldest = std::min_element(complete.begin(), complete.end(), by_number);
  if (has_patterns_) early_by_tag_.erase({key.place_and_tag, oldest->number, key.source});
  messages_.splice(messages_.end(), complete, oldest);
  if (complete.empty()) early_.erase(early);
  return &messages_.back();
}

void Reassembly::list_early() {
  has_patterns_ = true;
  for (const auto& [key, messages] : early_) {
    for (const Message& each : messages) early_by_tag_.emplace(key.place_and_tag, each.number, key.source);
  }
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

  const auto receive =
      std::find_if(posted_.begin(), posted_.end(), [&](const Posted& p) { return p.pattern.fits(key); });
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
  const auto slot = static_cast<std::size_t>(receive.slot);
  if (slot >= met_.size()) met_.resize(slot + 1);
  met_[slot] = message_of(message);
  slot_packets_[slot] = message.packets;
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
    if (has_patterns_) early_by_tag_.emplace(message->key.place_and_tag, message->number, message->key.source);
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
