#include "hw/common/policy.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>

namespace tactus {
namespace {

/// The policies of one kind: `owned` keeps them, each to be deleted as the type that it registered with; `sorted` shows
/// them.
struct KindOfPolicies {
  std::vector<std::shared_ptr<const Policy>> owned;
  std::vector<const Policy*> sorted;
};

/// Made at the first call, since policies register before `main`, in any order.
std::map<std::string, KindOfPolicies>& registry() {
  static std::map<std::string, KindOfPolicies> kinds;
  return kinds;
}

bool comes_before(const Policy* policy, const std::string& name) { return policy->name < name; }

}  // namespace

const std::vector<const Policy*>& policies_of(const std::string& kind) { return registry()[kind].sorted; }

const Policy* find_policy(const std::string& kind, const std::string& name) {
  const std::vector<const Policy*>& sorted = policies_of(kind);
  const auto found = std::lower_bound(sorted.begin(), sorted.end(), name, comes_before);
  return found != sorted.end() && (*found)->name == name ? *found : nullptr;
}

void register_policy(const std::string& kind, std::shared_ptr<const Policy> policy) {
  if (find_policy(kind, policy->name) != nullptr) {
    throw std::logic_error(fmt::format("there are two policies of kind {} with the name {}", kind, policy->name));
  }
  KindOfPolicies& all = registry()[kind];
  const auto place = std::lower_bound(all.sorted.begin(), all.sorted.end(), policy->name, comes_before);
  all.sorted.insert(place, policy.get());
  all.owned.push_back(std::move(policy));
}

void refuse_policy(const std::string& kind, const std::string& name) {
  std::string names;
  for (const Policy* policy : policies_of(kind)) names += (names.empty() ? "" : ", ") + policy->name;
  throw std::invalid_argument(fmt::format("'{}' is no {} (there are: {})", name, kind, names));
}

}  // namespace tactus
