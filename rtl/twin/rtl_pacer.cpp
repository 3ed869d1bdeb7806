#include "rtl/twin/rtl_pacer.h"

#include <algorithm>

#include "hw/nic/pacing_settings.h"

namespace tactus {

void RtlPacer::reset(Cycles now) {
  inputs_ = {};
  last_edge_ = now;
  rtl_->reset();
}

void RtlPacer::begin_edge(Cycles now, const PacingConfig& registers) {
  inputs_ = {};
  inputs_.enable = true;
  inputs_.elapsed = static_cast<std::uint32_t>((now - last_edge_).count());
  inputs_.mode = nic_reg::number_of(registers.mode);
  inputs_.gap = static_cast<std::uint16_t>(registers.gap.eighths());
  inputs_.bias = static_cast<std::uint16_t>(registers.bias.eighths());
  rtl_->apply(inputs_);
  wait_ = rtl_->slot_come() ? Cycles{} : Cycles{std::max<std::uint64_t>(1, rtl_->slot_wait())};
  last_edge_ = now;
}

void RtlPacer::end_edge() {
  rtl_->apply(inputs_);
  rtl_->clock();
}

PacketEighths RtlPacer::gap(const PacedMessage& message, Cycles /*now*/) {
  inputs_.hops = message.hops;
  rtl_->apply(inputs_);
  return PacketEighths{rtl_->gap()};
}

Cycles RtlPacer::packet_started(const PacedPacket& packet, Cycles now) {
  inputs_.start = true;
  inputs_.length = packet.header.route.flits;
  inputs_.packet_gap = packet.gap.eighths();
  return PacerDecisions::packet_started(packet, now);
}

}  // namespace tactus
