#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "testbench/app/scenario/nearest.h"
#include "testbench/app/scenario/value_codec.h"

namespace tactus {

struct Scenario;
struct ScenarioSource;

/// A condition without which a key changes nothing, although it belongs to the machine and to the algorithm.
struct Effect {
  std::string decider;                          ///< the key that decides it
  std::function<bool(const Scenario&)> exists;  ///< whether the key takes effect
  std::string needs;                            ///< what the decider has to be: "flow.solver mfs_n"
};

/// The key takes effect only if `decider`, whose value is kept where `access` says, has one of `values`.
template <class Access, class Value = std::decay_t<decltype(std::declval<Access>()(std::declval<Scenario&>()))>>
Effect only_with(const char* decider, const char* /*member*/, Access access, std::initializer_list<Value> values) {
  std::vector<std::string> words;
  for (const Value& value : values) words.push_back(Codec<Value>::show(value));
  const std::vector<Value> all(values);
  return {decider,
          [access, all](const Scenario& scenario) {
            return std::find(all.begin(), all.end(), access(scenario)) != all.end();
          },
          fmt::format("{} {}", decider, enumeration(words, "or"))};
}

/// The key takes effect only where ranks run programs, not in an open loop.
Effect only_with_ranks();

/// Puts each key of `source` that takes no effect in `context` on the list. The file is its own context; the options
/// are judged by what holds in the end. A decider that could not be read decides nothing.
void check_effects(const ScenarioSource& source, const ScenarioSource& context, DiagnosticList& diagnostics);

}  // namespace tactus
