#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "testbench/app/scenario/nearest.h"
#include "testbench/app/scenario/scenario_keys.h"

// What a declaration of a key consists of:
//
//   key("nic.packet_buffers", AT(machine.nic.packet_buffers), "Whole-packet injection buffers of each engine.",
//       range(1, 16), only_with("network.kind", AT(network.kind), {kTorusName}))
//
// Behind the text stand, in any order, the range of its values, conditions on which it takes effect, what it implies,
// and the default of a time that is kept in cycles.

namespace tactus {

/// Values of a key from `least` to `most`; the limits may be outside themselves.
template <class T>
struct Range {
  std::optional<T> least;
  std::optional<T> most;
  bool above = false;  ///< `least` is outside
  bool below = false;  ///< `most` is outside
};
template <class T>
Range<T> range(T least, T most) {
  return {least, most};
}
template <class T>
Range<T> at_least(T least) {
  return {least, {}};
}
template <class T>
Range<T> at_most(T most) {
  return {{}, most};
}
template <class T>
Range<T> above(T least) {
  return {least, {}, true};
}
template <class T>
Range<T> below(T most) {
  return {{}, most, false, true};
}

/// The key takes effect only if `decider`, whose value is kept where `access` says, has one of `values`.
template <class Access, class Value = std::decay_t<decltype(std::declval<Access>()(std::declval<Scenario&>()))>>
Condition only_with(const char* decider, const char* /*member*/, Access access, std::vector<Value> values) {
  std::vector<std::string> words;
  for (const auto& value : values) words.push_back(Codec<Value>::show(value));
  const std::string choice = enumeration(words, "or");
  return {decider,
          [access, values = std::move(values)](const Scenario& scenario) {
            return std::find(values.begin(), values.end(), access(scenario)) != values.end();
          },
          fmt::format("{} {}", decider, choice), fmt::format("`{}` {}", decider, choice)};
}

/// `key`, whose value is kept where `access` says, is `value`.
template <class Access, class Value = std::decay_t<decltype(std::declval<Access>()(std::declval<Scenario&>()))>>
Implication implies(
    const char* key, const char* /*member*/, Access access, Value value,
    std::function<bool(const Scenario&)> applies = [](const Scenario&) { return true; }) {
  return {key, std::move(applies),
          [access, value = std::move(value)](Scenario& scenario) { access(scenario) = value; }};
}

/// The key has to be given if it takes effect.
struct Required {};
/// The key names a file, from which `member` of Scenario is read.
struct FromFile {
  const char* member;
};
/// The default of a key that is kept in cycles.
struct ByDefault {
  Picoseconds time;
};

/// Type that a range limits: the value, each item of a list, or the value beside which a word can stand.
template <class T>
struct Ranged {
  using Item = T;
  template <class Test>
  static bool all(const T& value, Test test) {
    return test(value);
  }
};
template <class T>
struct Ranged<std::vector<T>> {
  using Item = T;
  template <class Test>
  static bool all(const std::vector<T>& value, Test test) {
    return std::all_of(value.begin(), value.end(), test);
  }
};
template <class T>
struct Ranged<std::optional<T>> {
  using Item = T;
  template <class Test>
  static bool all(const std::optional<T>& value, Test test) {
    return !value || test(*value);
  }
};

/// By what values of a type are compared.
template <class T>
const T& by_order(const T& value) {
  return value;
}
inline int by_order(PacketEighths value) { return value.eighths(); }

template <class Access>
void add_part(KeySpec& spec, Access /*access*/, Condition condition) {
  spec.conditions.push_back(std::move(condition));
}
template <class Access>
void add_part(KeySpec& spec, Access /*access*/, Implication implication) {
  spec.implications.push_back(std::move(implication));
}
template <class Access>
void add_part(KeySpec& spec, Access /*access*/, Required /*required*/) {
  spec.required = true;
}
template <class Access>
void add_part(KeySpec& spec, Access /*access*/, FromFile file) {
  spec.file_member = file.member;
}
template <class Access>
void add_part(KeySpec& spec, Access access, ByDefault by_default) {
  spec.time_default = TimeDefault{by_default.time, [access, by_default](const Clock& clock, Scenario& scenario) {
                                    access(scenario) = clock.covering(by_default.time);
                                  }};
}
template <class Access, class T>
void add_part(KeySpec& spec, Access access, Range<T> range) {
  using Value = std::decay_t<decltype(access(std::declval<Scenario&>()))>;
  using Item = typename Ranged<Value>::Item;
  ValueRange& shown = spec.form.range;
  if (range.least) shown.least = Codec<Item>::show(static_cast<Item>(*range.least));
  if (range.most) shown.most = Codec<Item>::show(static_cast<Item>(*range.most));
  shown.above = range.above;
  shown.below = range.below;
  spec.decode = [access, range, text = shown.text(), decode = std::move(spec.decode)](
                    const YamlNode& node, const ValueContext& context, Scenario& scenario) {
    Value before = access(scenario);
    decode(node, context, scenario);
    std::string found;
    const auto fits = [&](const Item& item) {
      found = Codec<Item>::show(item);
      const auto in_order = [](const Item& a, const Item& b, bool apart) {
        return apart ? by_order(a) < by_order(b) : !(by_order(b) < by_order(a));
      };
      return (!range.least || in_order(static_cast<Item>(*range.least), item, range.above)) &&
             (!range.most || in_order(item, static_cast<Item>(*range.most), range.below));
    };
    if (Ranged<Value>::all(access(scenario), fits)) return;
    context.fault(node, fmt::format("{}: must be {}", found, text));
    access(scenario) = std::move(before);
  };
}

/// A key whose value is kept where `access` says; its form follows from the type found there.
template <class Access, class... Parts>
KeySpec key(const char* path, const char* member, Access access, const char* doc, Parts... parts) {
  using Value = std::decay_t<decltype(access(std::declval<Scenario&>()))>;
  KeySpec spec{path,
               member,
               doc,
               Codec<Value>::form(),
               [access](const YamlNode& node, const ValueContext& context, Scenario& scenario) {
                 Codec<Value>::decode(node, context, access(scenario));
               },
               [access](const Scenario& scenario) {
                 const Value& value = access(scenario);
                 if constexpr (kIsNodes<Value>) {
                   return show_nodes(value, scenario.node_dimensions());
                 } else {
                   return Codec<Value>::show(value);
                 }
               },
               [](const Scenario& scenario) { return scenario.machine.clock; }};
  (add_part(spec, access, std::move(parts)), ...);
  return spec;
}

/// `specs`, all on one more condition, which the text of their section says.
inline std::vector<KeySpec> on(Condition condition, std::vector<KeySpec> specs) {
  condition.document.clear();
  for (KeySpec& spec : specs) spec.conditions.insert(spec.conditions.begin(), condition);
  return specs;
}

template <class... Groups>
std::vector<KeySpec> together(std::vector<KeySpec> first, Groups... groups) {
  const auto append = [&first](std::vector<KeySpec>& more) {
    std::move(more.begin(), more.end(), std::back_inserter(first));
  };
  (append(groups), ...);
  return first;
}

// A member of Scenario, or of what a map within a value gives: its name, and a lambda that reaches it in a const or a
// mutable one, since C++17 has no pointer to a nested member.
#define AT(member) \
#member, [](auto& owner) -> auto& { return owner.member; }  // NOLINT(bugprone-macro-parentheses): a name

}  // namespace tactus
