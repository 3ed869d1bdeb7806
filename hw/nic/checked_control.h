#pragma once

#include "hw/common/policy_instance.h"
#include "hw/nic/injection_control.h"

namespace tactus {

/// An injection control of a plug-in: it has to decide and to send the same as its twin. An answer that says "not
/// before that cycle" is held to it.
class CheckedControl final : public InjectionControl {
 public:
  CheckedControl(const ControlPolicy& policy, const ControlPlace& place)
      : contract_(ControlKind::kName, policy), instance_(contract_, [&] { return policy.make(place); }) {}

  [[nodiscard]] bool may_start(const PacketHeader& packet, Cycles now) const override;
  [[nodiscard]] Cycles look_again(const PacketHeader& packet, Cycles now) const override;
  [[nodiscard]] bool one_at_router() const override;
  void started(const PacketHeader& packet, Cycles now) override;
  void data_taken(const PacketHeader& packet, Cycles now) override;
  bool control_taken(const PacketHeader& packet, Cycles now) override;
  void advance(int engine, Cycles now) override;
  [[nodiscard]] Cycles next(int engine) const override;
  [[nodiscard]] std::vector<std::string> final_faults() const override;

 private:
  /// Takes over what the policy has told itself to send and to wake.
  void settle(const char* function);

  PolicyContract contract_;
  PolicyInstance<InjectionControl> instance_;
};

}  // namespace tactus
