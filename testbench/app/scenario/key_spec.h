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
          kAsGroup};
}

/// `spec`, which belongs to other machines than its group does.
inline KeySpec of(Machines machines, KeySpec spec) {
  spec.machines = machines;
  return spec;
}

// A member of Scenario: its name, and a lambda that reaches it in a const or a mutable one, since C++17 has no pointer
// to a nested member.
#define AT(member) \
#member, [](auto& scenario) -> auto& { return scenario.member; }  // NOLINT(bugprone-macro-parentheses): a name

}  // namespace tactus
