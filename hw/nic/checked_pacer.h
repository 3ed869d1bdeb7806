#pragma once

#include <memory>

#include "hw/common/policy_contract.h"
#include "hw/nic/pacer_decisions.h"

namespace tactus {

/// A pacer mode of a plug-in, with another instance of it beside: both are told the same, and have to decide the same,
/// within what a pacer can do.
class CheckedPacer final : public PacerDecisions {
 public:
  CheckedPacer(const PaceModePolicy& policy, const PacerPlace& place)
      : contract_(PaceModeKind::kName, policy),
        asked_(contract_.made([&] { return policy.make(place); })),
        twin_(contract_.made([&] { return policy.make(place); })),
        revises_(contract_.alike(
            "revises", [&] { return asked_->revises(); }, [&] { return twin_->revises(); })) {}

  PacketEighths gap(const PacedMessage& message, Cycles now) override;
  Cycles packet_started(const PacedPacket& packet, Cycles now) override;
  void message_ended(Cycles now) override;
  void acknowledged(const Acknowledgement& acknowledgement, Cycles now) override;
  [[nodiscard]] bool revises() const override { return revises_; }
  [[nodiscard]] Cycles slot(Cycles said, Cycles now) const override;

 private:
  PolicyContract contract_;
  std::unique_ptr<PacerDecisions> asked_;
  std::unique_ptr<PacerDecisions> twin_;
  bool revises_;
};

}  // namespace tactus
