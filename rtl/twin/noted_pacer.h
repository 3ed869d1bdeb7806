#pragma once

#include "hw/nic/pacer.h"
#include "rtl/twin/rtl_pacer.h"

namespace tactus {

/// Packets start in slots of phases, which the pacer of a NIC in RTL knows nothing of.
inline bool has_phases(const Pacer& pacer) { return policy(pacer.settings().mode).phases; }

/// Decides as the mode of a pacer does, or as RTL out of lockstep, and notes the ports that a pacer in RTL would have
/// at each edge of the NIC: what it is asked and what it answers.
class NotedPacer final : public PacerDecisions {
 public:
  /// `pacer` follows it from now on. `other`, if not null, decides instead of the mode. Both outlive it.
  NotedPacer(Pacer& pacer, RtlPacer* other);

  void reset(Cycles now);
  /// The engine is about to run at edge `now`; `other` knows it already.
  void begin_edge(Cycles now);
  /// The engine has run, and `next` waits to start.
  void see_waiting(const PacedPacket& next, Cycles now);

  // Ports at the last edge.
  [[nodiscard]] const VerilatedPacer::Inputs& inputs() const { return inputs_; }
  [[nodiscard]] int gap() const { return gap_; }  ///< gap of the message taken at the edge, 0 without one
  [[nodiscard]] Cycles slot_wait() const { return slot_wait_; }
  /// Without a next packet there is no slot: it follows from the packet. Slots of phases are none of the pacer's.
  [[nodiscard]] bool slot_of_packet() const {
    return other_ == nullptr && decisions().slot_rule() != SlotRule::kSaid && !has_phases(pacer_);
  }

  PacketEighths gap(const PacedMessage& message, Cycles now) override;
  Cycles packet_started(const PacedPacket& packet, Cycles now) override;
  void message_ended(Cycles now) override;
  void acknowledged(const Acknowledgement& acknowledgement, Cycles now) override;
  [[nodiscard]] SlotRule slot_rule() const override { return decisions().slot_rule(); }
  [[nodiscard]] Cycles slot(const PacedPacket& next, Cycles said, Cycles now) const override {
    return decisions().slot(next, said, now);
  }
  [[nodiscard]] Cycles changes(Cycles now) const override { return decisions().changes(now); }
  [[nodiscard]] bool one_message() const override { return decisions().one_message(); }

 private:
  [[nodiscard]] Cycles wait_of_gap(Cycles now) const;
  [[nodiscard]] PacerDecisions& decisions() {
    if (other_ != nullptr) return *other_;
    return pacer_.mode();
  }
  [[nodiscard]] const PacerDecisions& decisions() const {
    if (other_ != nullptr) return *other_;
    return pacer_.mode();
  }

  Pacer& pacer_;
  RtlPacer* other_;
  VerilatedPacer::Inputs inputs_;
  Cycles last_edge_;
  Cycles slot_wait_;
  int gap_ = 0;
};

}  // namespace tactus
