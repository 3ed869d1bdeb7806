#pragma once

#include <memory>
#include <utility>

#include "hw/nic/pacer.h"
#include "rtl/twin/pacer_inputs.h"
#include "rtl/twin/verilated_pacer.h"

namespace tactus {

/// The decisions of a pacer in RTL that need not be ours, for one engine of a NIC. It sees what the one within the
/// NIC's RTL sees, edge by edge, and so decides the same.
class RtlPacer final : public PacerDecisions {
 public:
  explicit RtlPacer(std::unique_ptr<VerilatedPacer> rtl) : rtl_(std::move(rtl)) {}

  void reset(Cycles now);
  /// The engine is about to run at edge `now`, with these registers, whose mode has a number.
  void begin_edge(Cycles now, const PacingConfig& registers);
  /// It has run, and `next` waits to start.
  void see_waiting(const PacedPacket& next) { show_next(inputs_, next); }
  /// It has run. Throws RtlAssertion.
  void end_edge();

  PacketEighths gap(const PacedMessage& message, Cycles now) override;
  Cycles packet_started(const PacedPacket& packet, Cycles now) override;
  void message_ended(Cycles /*now*/) override { inputs_.end_of_message = true; }
  [[nodiscard]] SlotRule slot_rule() const override { return SlotRule::kEdge; }
  [[nodiscard]] Cycles slot(const PacedPacket& next, Cycles said, Cycles now) const override;
  /// From the last edge to that at which the next packet may start, as the RTL said there last; 0: it may.
  [[nodiscard]] Cycles wait() const { return wait_; }

 private:
  void ask_slot() const;

  std::unique_ptr<VerilatedPacer> rtl_;
  mutable VerilatedPacer::Inputs inputs_;  ///< at the present edge; asking for a slot puts the packet on the pins
  bool at_edge_ = false;
  Cycles last_edge_;
  mutable Cycles wait_;
};

}  // namespace tactus
