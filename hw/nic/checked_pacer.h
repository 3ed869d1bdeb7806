#pragma once

#include "hw/common/policy_instance.h"
#include "hw/nic/pacer_decisions.h"

namespace tactus {

/// A pacer mode of a plug-in: it has to decide what a pacer can do, and the same as its twin.
class CheckedPacer final : public PacerDecisions {
 public:
  CheckedPacer(const PaceModePolicy& policy, const PacerPlace& place)
      : contract_(PaceModeKind::kName, policy),
        instance_(contract_, [&] { return policy.make(place); }),
        rule_(instance_.ask(contract_, "slot_rule", [](PacerDecisions& pacer) { return pacer.slot_rule(); })),
        one_message_(
            instance_.ask(contract_, "one_message", [](PacerDecisions& pacer) { return pacer.one_message(); })),
        settings_(place.settings) {}

  PacketEighths gap(const PacedMessage& message, Cycles now) override;
  Cycles packet_started(const PacedPacket& packet, Cycles now) override;
  void message_ended(Cycles now) override;
  void acknowledged(const Acknowledgement& acknowledgement, Cycles now) override;
  [[nodiscard]] SlotRule slot_rule() const override { return rule_; }
  [[nodiscard]] Cycles slot(const PacedPacket& next, Cycles said, Cycles now) const override;
  [[nodiscard]] Cycles changes(Cycles now) const override;
  [[nodiscard]] bool one_message() const override { return one_message_; }

 private:
  /// An answer of `slot` that has to stay: by the registers that it may follow from, until something is told, or an
  /// edge.
  struct Answered {
    bool stays = false;
    Cycles until = Cycles::max();
    Cycles slot;
    PacketEighths gap;
    PacketEighths bias;
  };
  void check_stays(Cycles slot, Cycles now) const;

  PolicyContract contract_;
  PolicyInstance<PacerDecisions> instance_;
  SlotRule rule_;
  bool one_message_;
  const PacingConfig& settings_;
  mutable Answered answered_;
};

}  // namespace tactus
