#pragma once

#include <string>
#include <type_traits>
#include <utility>

#include "hw/common/policy.h"
#include "hw/common/policy_key.h"
#include "testbench/app/scenario/key_spec.h"

namespace tactus {

/// Where the value of a NumberKey is kept: in the configuration that `place` finds in a scenario.
template <class Place>
struct NumberAccess {
  NumberKey number;
  Place place;

  double& operator()(Scenario& scenario) const {
    return place(scenario).numbers.try_emplace(number.name, number.by_default).first->second;
  }
  const double& operator()(const Scenario& scenario) const {
    const auto& numbers = place(scenario).numbers;
    const auto found = numbers.find(number.name);
    return found == numbers.end() ? number.by_default : found->second;
  }
};

/// Makes the keys `section.<name>` that `policy` declares, whose values are in the configuration at `place`, the member
/// `member` of Scenario. They take effect on `condition`.
template <class Place>
struct KeysOfPolicy {
  const Policy& policy;
  std::string section;
  std::string member;
  Place place;
  Condition condition;

  template <class Config, class T>
  KeySpec operator()(const PolicyKey<Config, T>& declared) const {
    const auto access = [ place = place, member = declared.member ](auto& scenario) -> auto& {
      return place(scenario).*member;
    };
    KeySpec spec = named(declared, access);
    if constexpr (!std::is_same_v<T, Coordinate>) {
      if (declared.least || declared.most) add_part(spec, access, Range<T>{declared.least, declared.most});
    }
    if constexpr (std::is_same_v<T, Cycles>) {
      if (declared.by_default) add_part(spec, access, ByDefault{*declared.by_default});
    }
    return spec;
  }
  KeySpec operator()(const NumberKey& declared) const {
    const NumberAccess<Place> access{declared, place};
    KeySpec spec = named(declared, access);
    add_part(spec, access, range(declared.least, declared.most));
    return spec;
  }

 private:
  template <class Declared, class Access>
  [[nodiscard]] KeySpec named(const Declared& declared, const Access& access) const {
    const std::string path = section + "." + declared.name;
    const std::string at = member + "." + declared.name;
    KeySpec spec = key(path.c_str(), at.c_str(), access, declared.text, condition);
    spec.plugin = policy.plugin;
    return spec;
  }
};
template <class Place>
KeysOfPolicy<Place> keys_of_policy(const Policy& policy, const char* section, const char* member, Place place,
                                   Condition condition) {
  return {policy, section, member, place, std::move(condition)};
}

}  // namespace tactus
