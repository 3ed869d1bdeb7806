#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "testbench/app/scenario/map_keys.h"
#include "testbench/app/scenario/value_codec.h"

namespace tactus {

/// A list of `wanted`, each item read by `Codec<Item>`, in place of which `word` can stand; on any fault the list stays
/// as it was.
template <class Item>
void decode_list(const YamlNode& node, const ValueContext& context, const std::string& wanted, const char* word,
                 std::vector<Item>& value) {
  if (!node.is(YamlNode::Kind::kSequence)) {
    return context.fault(node,
                         fmt::format("takes {}, or {}, not {}", wanted, word,
                                     node.is(YamlNode::Kind::kScalar) ? "'" + node.text + "'" : describe(node.kind)));
  }
  if (node.items.empty()) {
    return context.fault(node, fmt::format("the list is empty; leave the key out, or write {}", word));
  }
  const std::size_t faults = context.diagnostics.size();
  std::vector<Item> items(node.items.size());
  for (std::size_t i = 0; i < items.size(); ++i) Codec<Item>::decode(node.items[i], context, items[i]);
  if (context.diagnostics.size() == faults && is_known(node)) value = std::move(items);
}

/// A scalar of this text, which stands instead of a value.
inline bool is_word(const YamlNode& node, const char* word) {
  return node.is(YamlNode::Kind::kScalar) && node.text == word;
}

}  // namespace tactus
