#include "testbench/app/plugins/policy_faults.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>
#include <cstring>
#include <map>
#include <set>
#include <utility>
#include <variant>

#include "hw/nic/injection_control.h"
#include "hw/nic/pacer_decisions.h"
#include "hw/node/part_policy.h"
#include "hw/router/arbiter.h"
#include "hw/router/dateline.h"
#include "hw/router/nomination_policy.h"
#include "hw/router/route_function.h"
#include "hw/router/tie_break.h"
#include "testbench/app/plugins/pure_functions.h"
#include "tlm_models/traffic/algorithm.h"
#include "tlm_models/traffic/placement.h"
#include "tlm_models/traffic/processor_part.h"

namespace tactus {
namespace {

bool is_word(const std::string& text) {
  if (text.empty() || std::islower(static_cast<unsigned char>(text.front())) == 0) return false;
  for (const char letter : text) {
    const auto byte = static_cast<unsigned char>(letter);
    if (std::islower(byte) == 0 && std::isdigit(byte) == 0 && letter != '_') return false;
  }
  return true;
}

/// Looks at one registration after the other, since keys must differ from those of the others too.
class RegistrationCheck {
 public:
  explicit RegistrationCheck(KeyPaths taken) : taken_(std::move(taken)) {}

  void look_at(const PluginRegistration::Entry& entry) {
    title_ = fmt::format("{} '{}'", entry.kind, entry.policy->name);
    require(is_word(entry.policy->name), "a name is a word of small letters, digits and '_'");
    require(!entry.policy->summary.empty(), "it has no summary");
    const auto& checks = checks_of_kinds();
    const auto check = checks.find(entry.kind);
    if (check == checks.end()) {
      require(false, fmt::format("a plug-in cannot bring a {}; it can bring: {}", entry.kind, kinds()));
    } else {
      check->second(*this, *entry.policy);
    }
  }

  [[nodiscard]] std::vector<std::string> take() { return std::move(faults_); }

 private:
  using Check = void (*)(RegistrationCheck& check, const Policy& policy);

  void require(bool good, const std::string& fault) {
    if (!good) faults_.push_back(title_ + ": " + fault);
  }
  void require_function(bool given, const char* member) {
    require(given, fmt::format("it has no function `{}`", member));
  }

  void key(const std::string& section, const char* name, const char* text) {
    if (name == nullptr || !is_word(name)) return require(false, "a key is a word of small letters, digits and '_'");
    const std::string path = section + "." + name;
    require(text != nullptr && *text != '\0', fmt::format("key {} has no text", path));
    require(taken_.insert(path).second, fmt::format("there is a key {} already", path));
  }
  void number(const std::string& section, const NumberKey& number) {
    key(section, number.name, number.text);
    require(number.least <= number.by_default && number.by_default <= number.most,
            fmt::format("key {}: the default {} is not from {} to {}", number.name == nullptr ? "?" : number.name,
                        number.by_default, number.least, number.most));
  }
  template <class Keys>
  void any_keys(const std::string& section, const Keys& keys) {
    for (const auto& any : keys) {
      std::visit(
          [&](const auto& declared) {
            if constexpr (std::is_same_v<std::decay_t<decltype(declared)>, NumberKey>) {
              number(section, declared);
            } else {
              key(section, declared.name, declared.text);
            }
          },
          any);
    }
  }

  static std::string kinds() {
    std::vector<std::string> names;
    for (const auto& [kind, check] : checks_of_kinds()) names.push_back(kind);
    return fmt::format("{}", fmt::join(names, ", "));
  }

  template <class Kind>
  static const typename Kind::Policy& as(const Policy& policy) {
    return static_cast<const typename Kind::Policy&>(policy);
  }

  static const std::map<std::string, Check>& checks_of_kinds() {
    static const std::map<std::string, Check> kChecks = {
        {ArbiterKind::kName,
         [](auto& check, auto& p) { check.require_function(as<ArbiterKind>(p).make != nullptr, "make"); }},
        {NominationKind::kName,
         [](auto& check, auto& p) { check.pure(as<NominationKind>(p), &NominationPolicy::rank, "rank"); }},
        {RoutingKind::kName,
         [](auto& check, auto& p) { check.require_function(as<RoutingKind>(p).make != nullptr, "make"); }},
        {TieBreakKind::kName,
         [](auto& check, auto& p) { check.pure(as<TieBreakKind>(p), &TieBreakPolicy::goes_minus, "goes_minus"); }},
        {DatelineKind::kName,
         [](auto& check, auto& p) { check.pure(as<DatelineKind>(p), &DatelinePolicy::class_of, "class_of"); }},
        {PlacementKind::kName,
         [](auto& check, auto& p) { check.pure(as<PlacementKind>(p), &PlacementPolicy::processors, "processors"); }},
        {PaceModeKind::kName, [](auto& check, auto& p) { check.pacer_mode(as<PaceModeKind>(p)); }},
        {ControlKind::kName, [](auto& check, auto& p) { check.control(as<ControlKind>(p)); }},
        {RouterPartKind::kName, [](auto& check, auto& p) { check.part(as<RouterPartKind>(p)); }},
        {NicPartKind::kName, [](auto& check, auto& p) { check.part(as<NicPartKind>(p)); }},
        {MemoryPartKind::kName, [](auto& check, auto& p) { check.part(as<MemoryPartKind>(p)); }},
        {ProcessorPartKind::kName, [](auto& check, auto& p) { check.part(as<ProcessorPartKind>(p)); }},
        {AlgorithmKind::kName, [](auto& check, auto& p) { check.algorithm(as<AlgorithmKind>(p)); }},
    };
    return kChecks;
  }

  /// A policy that is the one function `member`, without a state.
  template <class P, class Member>
  void pure(const P& policy, Member member, const char* name) {
    require_function(policy.*member != nullptr, name);
    if (policy.*member == nullptr) return;
    const std::string fault = fault_of_tries(policy);
    require(fault.empty(), fault);
  }
  void no_number(bool has_number, const char* reg) {
    require(!has_number, fmt::format("values of {} are numbers of the program's own; leave `number` out", reg));
  }
  void pacer_mode(const PaceModePolicy& mode) {
    require_function(mode.make != nullptr, "make");
    no_number(mode.number.has_value(), "PACE_CTRL.mode");
    for (const NumberKey& declared : mode.keys) number("pacing", declared);
  }
  void control(const ControlPolicy& control) {
    require_function(control.make != nullptr, "make");
    no_number(control.number.has_value(), "CONTROL.kind");
    any_keys("pacing", control.keys);
  }
  template <class Part>
  void part(const Part& part) {
    require_function(part.make != nullptr, "make");
    for (const NumberKey& declared : part.keys) number("parts", declared);
  }
  void algorithm(const AlgorithmPolicy& algorithm) {
    require(algorithm.make != nullptr || algorithm.make_pattern != nullptr,
            "it has neither `make`, for programs of ranks, nor `make_pattern`, for an open loop");
    require(algorithm.make == nullptr || algorithm.early_messages != nullptr, "it has no function `early_messages`");
    any_keys("workload", algorithm.keys);
  }

  std::string title_;
  KeyPaths taken_;
  std::vector<std::string> faults_;
};

}  // namespace

std::vector<std::string> registration_faults(const std::vector<PluginRegistration::Entry>& policies,
                                             const KeyPaths& taken) {
  RegistrationCheck check(taken);
  for (const PluginRegistration::Entry& entry : policies) check.look_at(entry);
  return check.take();
}

}  // namespace tactus
