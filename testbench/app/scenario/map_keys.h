#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <vector>

#include "testbench/app/scenario/value_codec.h"

namespace tactus {

/// A parameter in it may be unknown, which has been said.
inline bool is_known(const YamlNode& node) {
  return node.place.source != nullptr && std::all_of(node.items.begin(), node.items.end(), is_known);
}

/// Keys of a map within a value: what is not a word, not known or given twice is a fault, and left out.
template <class Use>
void for_each_key(const YamlNode& map, const ValueContext& context, const std::vector<std::string>& words, Use&& use) {
  std::vector<std::string> seen;
  for (std::size_t i = 0; i < map.items.size(); ++i) {
    const YamlNode& key = map.keys[i];
    if (std::count(seen.begin(), seen.end(), key.text) != 0) {
      context.fault(key, fmt::format("'{}' is given twice", key.text));
    } else if (decode_word(key, context, words) >= 0) {
      use(key.text, map.items[i]);
    }
    seen.push_back(key.text);
  }
}

}  // namespace tactus
