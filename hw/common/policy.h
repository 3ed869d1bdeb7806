#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#ifdef TACTUS_INTERFACE
/// Tells the program that loads a plug-in which public headers it was compiled with. Whoever builds plug-ins defines
/// TACTUS_INTERFACE as the target Tactus::policies does.
// NOLINTNEXTLINE(readability-identifier-naming): the name of a symbol in C
extern "C" __attribute__((used, visibility("default"))) inline const char tactus_plugin_interface[] = TACTUS_INTERFACE;
#endif

namespace tactus {

/// Name and text that every policy registers. A policy is one source file that registers itself (`Registered`); whoever
/// needs the choice of a kind - factories, scenario keys, the schema, tests - asks the registry.
struct Policy {
  std::string name;     ///< in scenarios: "round_robin"
  std::string summary;  ///< one sentence: what the policy does
  /// The plug-in that it is in; empty if it is the program's own. Filled in when it registers. A plug-in's
  /// policies are checked: those that are one pure function when they are loaded, the others in every call.
  std::string plugin{};
};

/// The policies of `kind` ("arbiter") in the order of their names. A plug-in that is loaded adds to it.
const std::vector<const Policy*>& policies_of(const std::string& kind);
/// The policy `name` of `kind`, or nullptr.
const Policy* find_policy(const std::string& kind, const std::string& name);
/// All kinds that have policies, in the order of their names.
std::vector<std::string> policy_kinds();
/// Number of policies that have been registered: tables made from them are out of date when it has grown.
std::size_t registered_policies();
/// Throws std::logic_error if the kind has a policy of that name. While a plug-in is loaded nothing is thrown, since
/// nothing could catch it there.
void register_policy(const std::string& kind, std::shared_ptr<Policy> policy);

/// As long as it lives, policies that register are those of a plug-in.
class PluginRegistration {
 public:
  /// A policy that the plug-in has registered.
  struct Entry {
    std::string kind;
    const tactus::Policy* policy = nullptr;
  };

  explicit PluginRegistration(std::string plugin);
  ~PluginRegistration();
  PluginRegistration(const PluginRegistration&) = delete;
  PluginRegistration& operator=(const PluginRegistration&) = delete;

  [[nodiscard]] const std::string& plugin() const { return plugin_; }
  [[nodiscard]] const std::vector<Entry>& policies() const { return policies_; }
  /// Registrations that were refused, in words.
  [[nodiscard]] const std::vector<std::string>& faults() const { return faults_; }

 private:
  friend void register_policy(const std::string& kind, std::shared_ptr<Policy> policy);

  std::string plugin_;
  std::vector<Entry> policies_;
  std::vector<std::string> faults_;
};

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
    register_policy(Kind::kName, std::make_shared<typename Kind::Policy>(std::move(policy)));
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
