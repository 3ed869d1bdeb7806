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
        revises_(instance_.ask(contract_, "revises", [](PacerDecisions& pacer) { return pacer.revises(); })) {}

  PacketEighths gap(const PacedMessage& message, Cycles now) override;
  Cycles packet_started(const PacedPacket& packet, Cycles now) override;
  void message_ended(Cycles now) override;
  void acknowledged(const Acknowledgement& acknowledgement, Cycles now) override;
  [[nodiscard]] bool revises() const override { return revises_; }
  [[nodiscard]] Cycles slot(Cycles said, Cycles now) const override;

 private:
  PolicyContract contract_;
  PolicyInstance<PacerDecisions> instance_;
  bool revises_;
};

}  // namespace tactus
