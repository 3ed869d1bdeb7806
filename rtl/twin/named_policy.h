#pragma once

#include "hw/common/policy_contract.h"
#include "rtl/twin/lockstep.h"

namespace tactus {

/// Has differences tell that `choice` decides in the model, if it is a plug-in's policy.
template <class Kind>
void name_policy(Lockstep& lockstep, const PolicyName<Kind>& choice) {
  const auto& chosen = policy(choice);
  if (!chosen.plugin.empty()) lockstep.name_policy(PolicyContract(Kind::kName, chosen).title());
}

}  // namespace tactus
