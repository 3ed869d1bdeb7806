#pragma once

#include <type_traits>
#include <utility>

#include "testbench/app/scenario/scenario_keys.h"

namespace tactus {

/// A key whose value is kept where `access` says; its form follows from the type found there.
template <class Access>
KeySpec key(const char* path, const char* member, Access access, const char* doc,
            std::vector<Algorithm> algorithms = {}) {
  using Value = std::decay_t<decltype(access(std::declval<Scenario&>()))>;
  return {path,
          member,
          doc,
          Codec<Value>::form(),
          std::move(algorithms),
          [access](const YamlNode& node, const ValueContext& context, Scenario& scenario) {
            Codec<Value>::decode(node, context, access(scenario));
          },
          [access](const Scenario& scenario) {
            const Value& value = access(scenario);
            if constexpr (kIsNodes<Value>) {
              return show_nodes(value, scenario.machine.network.dimensions());
            } else {
              return Codec<Value>::show(value);
            }
          },
          kAsGroup,
          {},
          {}};
}

/// A key that is kept in cycles and is `by_default` if it is not given.
template <class Access>
KeySpec timed_key(const char* path, const char* member, Access access, Picoseconds by_default, const char* doc) {
  KeySpec spec = key(path, member, access, doc);
  spec.time_default = TimeDefault{by_default, [access, by_default](const Clock& clock, Scenario& scenario) {
                                    access(scenario) = clock.covering(by_default);
                                  }};
  return spec;
}

/// `spec`, which belongs to other machines than its group does.
inline KeySpec of(Machines machines, KeySpec spec) {
  spec.machines = machines;
  return spec;
}

/// `spec`, which takes effect on one more condition.
inline KeySpec when(Effect effect, KeySpec spec) {
  spec.effects.push_back(std::move(effect));
  return spec;
}
inline std::vector<KeySpec> when(const Effect& effect, std::vector<KeySpec> specs) {
  for (KeySpec& spec : specs) spec = when(effect, std::move(spec));
  return specs;
}

// A member of Scenario: its name, and a lambda that reaches it in a const or a mutable one, since C++17 has no pointer
// to a nested member.
#define AT(member) \
#member, [](auto& scenario) -> auto& { return scenario.member; }  // NOLINT(bugprone-macro-parentheses): a name

}  // namespace tactus
