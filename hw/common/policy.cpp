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

/// The plug-in that is being loaded, or null.
PluginRegistration*& loading() {
  static PluginRegistration* registration = nullptr;
  return registration;
}

std::size_t& count() {
  static std::size_t policies = 0;
  return policies;
}

bool comes_before(const Policy* policy, const std::string& name) { return policy->name < name; }

}  // namespace

const std::vector<const Policy*>& policies_of(const std::string& kind) { return registry()[kind].sorted; }

const Policy* find_policy(const std::string& kind, const std::string& name) {
  const std::vector<const Policy*>& sorted = policies_of(kind);
  const auto found = std::lower_bound(sorted.begin(), sorted.end(), name, comes_before);
  return found != sorted.end() && (*found)->name == name ? *found : nullptr;
}

std::vector<std::string> policy_kinds() {
  std::vector<std::string> kinds;
  for (const auto& [kind, policies] : registry()) {
    if (!policies.sorted.empty()) kinds.push_back(kind);
  }
  return kinds;
}

std::size_t registered_policies() { return count(); }

void register_policy(const std::string& kind, std::shared_ptr<Policy> policy) {
  PluginRegistration* const plugin = loading();
  if (const Policy* other = find_policy(kind, policy->name); other != nullptr) {
    const std::string owner = other->plugin.empty() ? "the program" : other->plugin;
    std::string fault = fmt::format("{} '{}': {} has one of that name", kind, policy->name, owner);
    if (plugin == nullptr) throw std::logic_error(fault);
    plugin->faults_.push_back(std::move(fault));
    return;
  }
  if (plugin != nullptr) {
    policy->plugin = plugin->plugin();
    plugin->policies_.push_back({kind, policy.get()});
  }
  ++count();
  KindOfPolicies& all = registry()[kind];
  const auto place = std::lower_bound(all.sorted.begin(), all.sorted.end(), policy->name, comes_before);
  all.sorted.insert(place, policy.get());
  all.owned.push_back(std::move(policy));
}

PluginRegistration::PluginRegistration(std::string plugin) : plugin_(std::move(plugin)) { loading() = this; }

PluginRegistration::~PluginRegistration() { loading() = nullptr; }

void refuse_policy(const std::string& kind, const std::string& name) {
  std::string names;
  for (const Policy* policy : policies_of(kind)) names += (names.empty() ? "" : ", ") + policy->name;
  throw std::invalid_argument(fmt::format("'{}' is no {} (there are: {})", name, kind, names));
}

}  // namespace tactus
