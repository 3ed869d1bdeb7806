#include "rtl/twin/rtl_pacer.h"

#include <algorithm>

namespace tactus {

void RtlPacer::reset(Cycles now) {
  inputs_ = {};
  wait_ = {};
  at_edge_ = false;
  last_edge_ = now;
  rtl_->reset();
}

void RtlPacer::begin_edge(Cycles now, const PacingConfig& registers) {
  inputs_ = pacer_inputs(now - last_edge_, registers);
  at_edge_ = true;
  last_edge_ = now;
  ask_slot();
}

void RtlPacer::ask_slot() const {
  rtl_->apply(inputs_);
  wait_ = rtl_->slot_come() ? Cycles{} : Cycles{std::max<std::uint64_t>(1, rtl_->slot_wait())};
}

void RtlPacer::end_edge() {
  at_edge_ = false;
  rtl_->apply(inputs_);
  rtl_->clock();
}

PacketEighths RtlPacer::gap(const PacedMessage& message, Cycles /*now*/) {
  take_message(inputs_, message);
  rtl_->apply(inputs_);
  return PacketEighths{rtl_->gap()};
}

Cycles RtlPacer::slot(const PacedPacket& next, Cycles /*said*/, Cycles now) const {
  if (at_edge_) {
    show_next(inputs_, next);
    ask_slot();
  }
  return now + wait_;
}

Cycles RtlPacer::packet_started(const PacedPacket& packet, Cycles now) {
  start_packet(inputs_, packet);
  return PacerDecisions::packet_started(packet, now);
}

}  // namespace tactus
