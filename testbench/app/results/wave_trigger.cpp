#include "testbench/app/results/wave_trigger.h"

#include <fmt/core.h>

#include <algorithm>

#include "hw/link/packet_number.h"
#include "testbench/app/results/time_text.h"

namespace tactus {
StallTrigger::StallTrigger(Picoseconds wait, Clock clock) : wait_(wait), limit_(clock.covering(wait)) {}

void StallTrigger::attach(const ProbeList& probes) {
  for (const Probe& probe : probes) {
    fronts_.push_back(probe.name == "front_packet" ? std::optional<Front>({probe.scope}) : std::nullopt);
  }
}

std::optional<WaveEvent> StallTrigger::look(Cycles cycle, const WaveChanges& changes) {
  for (const WaveChange& change : changes) {
    std::optional<Front>& front = fronts_[change.probe];
    if (!front) continue;
    front->packet = change.value;
    if (change.value != 0) arrivals_.push_back({cycle, change.probe, change.value});
  }
  for (; !arrivals_.empty() && cycle - arrivals_.front().cycle >= limit_; arrivals_.pop_front()) {
    const Arrival& arrival = arrivals_.front();
    const Front& front = *fronts_[arrival.probe];
    if (front.packet != arrival.packet) continue;
    return WaveEvent{cycle,
                     fmt::format("packet {} has waited for {} us at the front of {}", front.packet,
                                 microseconds_text(wait_), front.scope),
                     front.packet};
  }
  return std::nullopt;
}

void PacketTrigger::packet_injected(const PacketHeader& header, Cycles /*cycle*/) {
  injected_ = injected_ || packet_number(torus_, nics_, header.route) == number_;
}

LatencyTrigger::LatencyTrigger(const MachineConfig& config, Picoseconds latency)
    : torus_(config.network), nics_(config.nics()), latency_(latency), limit_(config.clock.cycle_at(latency).count()) {}

void LatencyTrigger::packet_injected(const PacketHeader& header, Cycles cycle) {
  if (found_ || header.route.is_control()) return;
  const std::uint64_t number = packet_number(torus_, nics_, header.route);
  injected_.push_back({cycle, number, header.route.source, header.route.destination});
  in_flight_.insert(number);
}

void LatencyTrigger::packet_delivered(const PacketHeader& header, Cycles cycle) {
  if (found_ || header.route.is_control()) return;
  const std::uint64_t number = packet_number(torus_, nics_, header.route);
  in_flight_.erase(number);
  const Cycles injected = cycle - Cycles{static_cast<std::uint32_t>(cycle.count()) - header.route.inject_cycle};
  if (cycle - injected > limit_) late_.push_back({injected, number, header.route.source, header.route.destination});
}

std::optional<WaveEvent> LatencyTrigger::look(Cycles cycle, const WaveChanges& /*changes*/) {
  for (; !injected_.empty() && cycle - injected_.front().injected > limit_; injected_.pop_front()) {
    if (in_flight_.count(injected_.front().number) != 0) late_.push_back(injected_.front());
  }
  if (late_.empty()) return std::nullopt;
  found_ = true;
  return event(cycle, *std::min_element(late_.begin(), late_.end(),
                                        [](const Packet& a, const Packet& b) { return a.number < b.number; }));
}

WaveEvent LatencyTrigger::event(Cycles cycle, const Packet& packet) const {
  return {cycle,
          fmt::format("packet {} from {} to {} is under way for more than {} us", packet.number,
                      torus_.text(packet.source), torus_.text(packet.destination), microseconds_text(latency_)),
          packet.number};
}

}  // namespace tactus
