#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tactus {

/// Name and text that every policy registers. A policy is one source file that registers itself (`Registered`); whoever
/// needs the choice of a kind - factories, scenario keys, the schema, tests - asks the registry.
struct Policy {
  std::string name;     ///< in scenarios: "round_robin"
  std::string summary;  ///< one sentence: what the policy does
};

/// The policies of `kind` ("arbiter") in the order of their names. Plug-ins add to it before the first scenario is
/// read.
const std::vector<const Policy*>& policies_of(const std::string& kind);
/// The policy `name` of `kind`, or nullptr.
const Policy* find_policy(const std::string& kind, const std::string& name);
/// Throws std::logic_error if the kind has a policy of that name.
void register_policy(const std::string& kind, std::shared_ptr<const Policy> policy);

/// The name of a policy in a configuration. `Kind` has `kName`, the name of the kind, and `Policy`, what its policies
/// register, which may be incomplete where configurations are declared.
template <class Kind>
class PolicyName {
 public:
  PolicyName(std::string name) : name_(std::move(name)) {}  // NOLINT(google-explicit-constructor): config = "name"
  PolicyName(const char* name) : name_(name) {}             // NOLINT(google-explicit-constructor)
  [[nodiscard]] const std::string& name() const { return name_; }
  /// Whether a policy of this name is registered.
  [[nodiscard]] bool exists() const { return find_policy(Kind::kName, name_) != nullptr; }
  friend bool operator==(const PolicyName& a, const PolicyName& b) { return a.name_ == b.name_; }
  friend bool operator!=(const PolicyName& a, const PolicyName& b) { return !(a == b); }

 private:
  std::string name_;
};

/// The policy that `choice` names. Throws std::invalid_argument if it does not exist.
template <class Kind>
const typename Kind::Policy& policy(const PolicyName<Kind>& choice);

/// All policies of a kind, in the order of their names.
template <class Kind>
std::vector<const typename Kind::Policy*> all_policies() {
  std::vector<const typename Kind::Policy*> list;
  for (const Policy* policy : policies_of(Kind::kName)) {
    list.push_back(static_cast<const typename Kind::Policy*>(policy));
  }
  return list;
}

/// Registers a policy when the program, or the plug-in that it is in, is loaded:
/// `const Registered<ArbiterKind> kMatrix{{{"matrix", "The requester served longest ago wins."}, ...}};`
template <class Kind>
struct Registered {
  explicit Registered(typename Kind::Policy policy) {
    register_policy(Kind::kName, std::make_shared<const typename Kind::Policy>(std::move(policy)));
  }
};

/// Says in std::invalid_argument which policies of `kind` there are.
[[noreturn]] void refuse_policy(const std::string& kind, const std::string& name);

template <class Kind>
const typename Kind::Policy& policy(const PolicyName<Kind>& choice) {
  const Policy* found = find_policy(Kind::kName, choice.name());
  if (found == nullptr) refuse_policy(Kind::kName, choice.name());
  return static_cast<const typename Kind::Policy&>(*found);
}

}  // namespace tactus
