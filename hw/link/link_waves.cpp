#include "hw/link/link_waves.h"

#include <algorithm>
#include <utility>

namespace tactus {
namespace {

constexpr int kNumberBits = 48;
constexpr int kCountBits = 16;

}  // namespace

LinkWaves::LinkWaves(LinkChannel& channel, Names names, NumberOf number_of)
    : channel_(channel), names_(std::move(names)), number_of_(std::move(number_of)) {
  channel_.observe(this);
}

void LinkWaves::add_probes(ProbeList& probes, const std::string& scope, const ProbeTime& now) {
  std::vector<std::string> kinds = {"idle"};
  kinds.insert(kinds.end(), names_.kinds.begin(), names_.kinds.end());
  if (!names_.update.empty()) kinds.push_back(names_.update);
  ProbeList group = {{scope, "kind", 3, {}, kinds}, {scope, "length", kCountBits, {}, {}}};
  if (number_of_) group.push_back({scope, "message", kNumberBits, {}, {}});
  if (names_.tagged) group.push_back({scope, "tag", kCountBits, {}, {}});
  if (!names_.update.empty()) group.push_back({scope, "without_update", kCountBits, {}, {}});
  for (std::size_t i = 0; i < kTrafficClasses; ++i) {
    if (names_.classes[i].empty()) continue;
    const std::string inner = scope + "." + names_.classes[i];
    for (const char* name : {"credits", "in_flight", "occupancy", "returning"}) {
      group.push_back({inner, name, kCountBits, {}, {}});
    }
    if (channel_.config().data_unit != 0) group.push_back({inner, "data_credits", kCountBits, {}, {}});
  }
  add_probes_together(probes, std::move(group), [this, now](std::uint64_t* values) { read(values, now()); });
}

void LinkWaves::read(std::uint64_t* values, Picoseconds now) {
  forget(now);
  const bool on_wire = !loads_.empty() && loads_.front().begin <= now;
  const Load none{};
  const Load& load = on_wire ? loads_.front() : none;
  *values++ = load.kind;
  *values++ = load.packet.length;
  if (number_of_) *values++ = load.number;
  if (names_.tagged) *values++ = load.packet.transaction;
  if (!names_.update.empty()) *values++ = channel_.without_update();
  for (std::size_t i = 0; i < kTrafficClasses; ++i) {
    if (names_.classes[i].empty()) continue;
    const auto traffic = static_cast<TrafficClass>(i);
    *values++ = channel_.headers(traffic).available(now);
    *values++ = in_flight_[i];
    *values++ = occupancy_[i];
    *values++ = channel_.headers(traffic).returning(now);
    if (channel_.config().data_unit != 0) *values++ = channel_.data(traffic).available(now);
  }
}

Picoseconds LinkWaves::next_change(Picoseconds now) const {
  Picoseconds next = channel_.next_wire_change(now);
  for (const Load& load : loads_) {
    if (load.end <= now) continue;
    next = std::min(next, load.begin > now ? load.begin : load.end);
    break;
  }
  for (std::size_t i = 0; i < kTrafficClasses; ++i) {
    const auto traffic = static_cast<TrafficClass>(i);
    next = std::min({next, channel_.headers(traffic).next_after(now), channel_.data(traffic).next_after(now)});
  }
  return next;
}

void LinkWaves::carried(bool update, Picoseconds begin, Picoseconds end) {
  loads_.push_back({begin, end, update ? names_.kinds.size() + 1 : 0});
}

void LinkWaves::sent(const LinkPacket& packet, Picoseconds now) {
  forget(now);
  // The wire may have carried all of the packet up to a grain ago.
  if (loads_.empty()) {
    ++in_flight_[index_of(packet.traffic)];
    return;
  }
  Load& load = loads_.back();
  load.kind = index_of(packet.traffic) + 1;
  load.packet = packet;
  if (number_of_) load.number = number_of_(packet);
  ++in_flight_[index_of(packet.traffic)];
}

void LinkWaves::received(const LinkPacket& packet, Picoseconds now) {
  forget(now);
  --in_flight_[index_of(packet.traffic)];
  ++occupancy_[index_of(packet.traffic)];
}

void LinkWaves::released(const LinkPacket& packet, Picoseconds /*now*/) { --occupancy_[index_of(packet.traffic)]; }

}  // namespace tactus
