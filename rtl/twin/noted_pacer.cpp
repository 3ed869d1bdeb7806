#include "rtl/twin/noted_pacer.h"

#include <algorithm>

#include "hw/nic/pacing_settings.h"

namespace tactus {

NotedPacer::NotedPacer(Pacer& pacer, PacerDecisions* other) : pacer_(pacer), other_(other) { pacer.follow(this); }

void NotedPacer::reset(Cycles now) {
  inputs_ = {};
  gap_ = 0;
  slot_wait_ = {};
  last_edge_ = now;
}

void NotedPacer::begin_edge(Cycles now) {
  const PacingConfig& registers = pacer_.settings();
  inputs_ = {};
  inputs_.enable = true;
  inputs_.elapsed = static_cast<std::uint32_t>((now - last_edge_).count());
  inputs_.mode = nic_reg::number_of(registers.mode);
  inputs_.gap = static_cast<std::uint16_t>(registers.gap.eighths());
  inputs_.bias = static_cast<std::uint16_t>(registers.bias.eighths());
  gap_ = 0;
  slot_wait_ = std::max(pacer_.slot(now), now) - now;
  last_edge_ = now;
}

PacketEighths NotedPacer::gap(const PacedMessage& message, Cycles now) {
  const PacketEighths gap = decisions().gap(message, now);
  inputs_.hops = message.hops;
  gap_ = static_cast<int>(gap.eighths());
  return gap;
}

Cycles NotedPacer::packet_started(const PacedPacket& packet, Cycles now) {
  inputs_.start = true;
  inputs_.length = packet.header.route.flits;
  inputs_.packet_gap = static_cast<int>(packet.gap.eighths());
  return decisions().packet_started(packet, now);
}

void NotedPacer::message_ended(Cycles now) {
  inputs_.end_of_message = true;
  decisions().message_ended(now);
}

void NotedPacer::acknowledged(const Acknowledgement& acknowledgement, Cycles now) {
  decisions().acknowledged(acknowledgement, now);
}

}  // namespace tactus
