#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "testbench/app/scenario/nearest.h"
#include "testbench/app/scenario/value_codec.h"

namespace tactus {

struct Scenario;

/// A condition without which a key changes nothing, and is refused.
struct Condition {
  std::string decider;                         ///< the key that decides it
  std::function<bool(const Scenario&)> holds;  ///< whether the key takes effect
  std::string needs;                           ///< state that the decider has to be in: "flow.solver mfs_n"
  std::string document;                        ///< `needs` as documents say it; empty where the section's text does
  bool stands_when_off = false;                ///< the key may stand beside a decider that is given as `none`
};

/// The key takes effect only if `decider`, whose value is kept where `access` says, has one of `values`.
template <class Access, class Value = std::decay_t<decltype(std::declval<Access>()(std::declval<Scenario&>()))>>
Condition only_with(const char* decider, const char* /*member*/, Access access, std::vector<Value> values) {
  std::vector<std::string> words;
  for (const Value& value : values) words.push_back(Codec<Value>::show(value));
  const std::string choice = enumeration(words, "or");
  return {decider,
          [access, values = std::move(values)](const Scenario& scenario) {
            return std::find(values.begin(), values.end(), access(scenario)) != values.end();
          },
          fmt::format("{} {}", decider, choice), fmt::format("`{}` {}", decider, choice)};
}

/// A key that gives the value of another one, unless that is given beside it.
struct Implication {
  std::string key;                               ///< that is given a value
  std::function<bool(const Scenario&)> applies;  ///< whether the value of the key that implies it says anything
  std::function<void(Scenario&)> take;           ///< keeps what follows
};

/// `key`, whose value is kept where `access` says, is `value`.
template <class Access, class Value = std::decay_t<decltype(std::declval<Access>()(std::declval<Scenario&>()))>>
Implication implies(
    const char* key, const char* /*member*/, Access access, Value value,
    std::function<bool(const Scenario&)> applies = [](const Scenario&) { return true; }) {
  return {key, std::move(applies),
          [access, value = std::move(value)](Scenario& scenario) { access(scenario) = value; }};
}

}  // namespace tactus
