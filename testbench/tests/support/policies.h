#pragma once

#include "hw/common/policy.h"

namespace tactus::test {

/// How many policies of a kind there are.
template <class Kind>
int policy_count() {
  return static_cast<int>(policies_of(Kind::kName).size());
}

/// The policy at `index` of all of its kind, cyclically, so that a test over all policies has those that are added.
template <class Kind>
PolicyName<Kind> policy_at(int index) {
  return policies_of(Kind::kName)[static_cast<std::size_t>(index % policy_count<Kind>())]->name;
}

/// The policy at `index` of all of its kind but `usual`, cyclically.
template <class Kind>
PolicyName<Kind> other_policy_at(const PolicyName<Kind>& usual, int index) {
  std::vector<PolicyName<Kind>> names;
  for (const Policy* policy : policies_of(Kind::kName)) {
    if (policy->name != usual.name()) names.push_back(policy->name);
  }
  return names[static_cast<std::size_t>(index) % names.size()];
}

/// The names of all policies of a kind.
template <class Kind>
std::vector<PolicyName<Kind>> policy_names() {
  std::vector<PolicyName<Kind>> names;
  for (int i = 0; i < policy_count<Kind>(); ++i) names.push_back(policy_at<Kind>(i));
  return names;
}

}  // namespace tactus::test
