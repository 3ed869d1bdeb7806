#include "hw/link/order_checker.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace tactus {
namespace {

constexpr std::uint32_t kPosted = index_of(TrafficClass::kPosted);
constexpr std::uint32_t kNonPosted = index_of(TrafficClass::kNonPosted);
constexpr std::uint32_t kResponse = index_of(TrafficClass::kResponse);

const char* name_of(TrafficClass traffic) {
  constexpr std::array<const char*, kTrafficClasses> kNames = {"posted write", "read", "response"};
  return kNames[index_of(traffic)];
}

bool same_packet(const LinkPacket& a, const LinkPacket& b) {
  return a.traffic == b.traffic && a.nic == b.nic && a.address == b.address && a.transaction == b.transaction &&
         a.payload == b.payload;
}

}  // namespace

OrderRules ht_order_rules() {
  OrderRules rules;
  rules.row[kPosted][kPosted] = true;
  rules.row[kNonPosted][kPosted] = true;
  rules.row[kNonPosted][kNonPosted] = true;
  rules.row[kResponse][kPosted] = true;
  rules.row[kResponse][kResponse] = true;
  return rules;
}

OrderRules pcie_order_rules() {
  OrderRules rules;
  rules.row[kPosted][kPosted] = true;
  rules.row[kNonPosted][kPosted] = true;
  rules.row[kResponse][kPosted] = true;
  rules.row[kResponse][kResponse] = true;
  rules.same_transaction_only = true;
  return rules;
}

OrderChecker::OrderChecker(OrderRules rules, std::string way, const LinkChannelConfig* channel)
    : rules_(rules), way_(std::move(way)), channel_(channel) {}

void OrderChecker::sent(const LinkPacket& packet, Picoseconds now) {
  ++packets_;
  pending_.push_back(packet);
  if (channel_ == nullptr) return;
  Held& held = held_[index_of(packet.traffic)];
  ++held.headers;
  held.units += units_of(packet);
  const LinkChannelConfig::Class& room = channel_->classes[index_of(packet.traffic)];
  if (held.headers > room.headers || held.units > room.data_units) fault("was sent without credits", packet, now);
}

void OrderChecker::received(const LinkPacket& packet, Picoseconds now) {
  const auto it = std::find_if(pending_.begin(), pending_.end(),
                               [&](const LinkPacket& other) { return same_packet(other, packet); });
  if (it == pending_.end()) return fault("came but was not sent, or came twice", packet, now);
  const bool overtook =
      std::any_of(pending_.begin(), it, [&](const LinkPacket& earlier) { return must_wait(packet, earlier); });
  if (overtook) fault("overtook what it must not pass", packet, now);
  pending_.erase(it);
}

void OrderChecker::released(const LinkPacket& packet, Picoseconds now) {
  if (channel_ == nullptr) return;
  Held& held = held_[index_of(packet.traffic)];
  if (held.headers == 0 || held.units < units_of(packet)) return fault("was released but is not held", packet, now);
  --held.headers;
  held.units -= units_of(packet);
}

bool OrderChecker::must_wait(const LinkPacket& later, const LinkPacket& earlier) const {
  if (later.nic != earlier.nic || !rules_.row[index_of(later.traffic)][index_of(earlier.traffic)]) return false;
  const bool responses = later.traffic == TrafficClass::kResponse && earlier.traffic == TrafficClass::kResponse;
  return !responses || !rules_.same_transaction_only || later.transaction == earlier.transaction;
}

std::uint32_t OrderChecker::units_of(const LinkPacket& packet) const {
  if (channel_->data_unit == 0) return 0;
  return (packet.payload + channel_->data_unit - 1) / channel_->data_unit;
}

void OrderChecker::fault(const std::string& what, const LinkPacket& packet, Picoseconds now) {
  faults_.push_back(fmt::format("{}: the {} {} of NIC {} at {:#x} {} ({} ps)", way_, name_of(packet.traffic),
                                packet.transaction, packet.nic, packet.address, what, now.count()));
}

}  // namespace tactus
