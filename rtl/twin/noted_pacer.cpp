#include "rtl/twin/noted_pacer.h"

#include <algorithm>

#include "rtl/twin/pacer_inputs.h"

namespace tactus {

NotedPacer::NotedPacer(Pacer& pacer, RtlPacer* other) : pacer_(pacer), other_(other) { pacer.follow(this); }

void NotedPacer::reset(Cycles now) {
  inputs_ = {};
  gap_ = 0;
  slot_wait_ = {};
  last_edge_ = now;
}

void NotedPacer::begin_edge(Cycles now) {
  inputs_ = pacer_inputs(now - last_edge_, pacer_.settings());
  gap_ = 0;
  slot_wait_ = wait_of_gap(now);
  last_edge_ = now;
}

/// Cycles to the slot that the start of the packet before has said.
Cycles NotedPacer::wait_of_gap(Cycles now) const {
  return other_ != nullptr ? other_->wait() : std::max(pacer_.said(), now) - now;
}

PacketEighths NotedPacer::gap(const PacedMessage& message, Cycles now) {
  const PacketEighths gap = decisions().gap(message, now);
  take_message(inputs_, message);
  gap_ = static_cast<int>(gap.eighths());
  return gap;
}

void NotedPacer::see_waiting(const PacedPacket& next, Cycles now) {
  show_next(inputs_, next);
  slot_wait_ = has_phases(pacer_) ? wait_of_gap(now) : std::max(pacer_.slot(next, now), now) - now;
}

Cycles NotedPacer::packet_started(const PacedPacket& packet, Cycles now) {
  start_packet(inputs_, packet);
  slot_wait_ = {};
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
