#pragma once

#include <map>
#include <optional>
#include <string>

#include "hw/common/units.h"

namespace tactus {

/// A key that takes effect with one policy alone and whose value is a member of `Config`.
template <class Config, class T>
struct PolicyKey {
  const char* name = nullptr;  ///< without its section
  T Config::*member = nullptr;
  const char* text = nullptr;  ///< a sentence
  std::optional<T> least{};
  std::optional<T> most{};
  std::optional<Picoseconds> by_default{};  ///< default of a time that is kept in cycles
};

/// A key that only the source file of a policy knows: a number from `least` to `most`.
struct NumberKey {
  const char* name;  ///< without its section
  double by_default;
  const char* text;  ///< a sentence
  double least;
  double most;

  /// The value that `config` has for it.
  template <class Config>
  [[nodiscard]] double of(const Config& config) const {
    const auto found = config.numbers.find(name);
    return found == config.numbers.end() ? by_default : found->second;
  }
};
/// Values of the keys that policies alone know, by name.
using Numbers = std::map<std::string, double>;

}  // namespace tactus
