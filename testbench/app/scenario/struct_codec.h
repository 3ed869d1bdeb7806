#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "testbench/app/scenario/value_codec.h"

namespace tactus {

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

/// One key of a map within a value, and how it gives a member of T.
template <class T>
struct MapKey {
  std::string name;
  ValueForm form;
  std::function<void(const YamlNode&, const ValueContext&, T&)> decode;
  std::function<std::string(const T&)> show;
};

/// The key `name`, whose value is kept where `access` says.
template <class T, class Access>
MapKey<T> map_key(const char* name, Access access) {
  using Value = std::decay_t<decltype(access(std::declval<T&>()))>;
  return {name, Codec<Value>::form(),
          [access](const YamlNode& node, const ValueContext& context, T& value) {
            Codec<Value>::decode(node, context, access(value));
          },
          [access](const T& value) { return Codec<Value>::show(access(value)); }};
}

/// The keys of the map that a T is in scenarios; what is not given keeps T's default. A key is named after the member
/// that it gives, as the faults of configurations are; members of members may be keys of the same map.
template <class T>
const std::vector<MapKey<T>>& map_keys();

/// Codec of a type that has `map_keys`.
template <class T>
struct MapCodec {
  static std::vector<std::string> names() {
    std::vector<std::string> list;
    for (const MapKey<T>& key : map_keys<T>()) list.push_back(key.name);
    return list;
  }
  static ValueForm form() {
    ValueForm form{ValueForm::Kind::kMap, {}, names(), {}};
    for (const MapKey<T>& key : map_keys<T>()) form.parts.push_back(key.form);
    return form;
  }
  static void decode(const YamlNode& node, const ValueContext& context, T& value) {
    if (!is_known(node)) return;
    if (!node.is(YamlNode::Kind::kMap)) {
      return wrong_kind(node, context, fmt::format("a map of {}", fmt::join(names(), ", ")));
    }
    for_each_key(node, context, names(), [&](const std::string& name, const YamlNode& item) {
      for (const MapKey<T>& key : map_keys<T>()) {
        if (key.name == name) key.decode(item, {context.diagnostics, context.key + "." + name, context.clock}, value);
      }
    });
  }
  static std::string show(const T& value) {
    std::vector<std::string> parts;
    for (const MapKey<T>& key : map_keys<T>()) parts.push_back(key.name + ": " + key.show(value));
    return fmt::format("{{{}}}", fmt::join(parts, ", "));
  }
};

/// A part of a value: where it stands, and what it is called from the value on.
struct ValuePart {
  Place place;
  std::string path;     ///< "[1].slots[0].lanes"
  std::string written;  ///< its text before parameters were put in; empty if it has none
};
/// The part of `value`, which has that form, that `path` of the configuration made from it names. Of what is not given
/// the nearest thing around it; members that have no key of their own are left out of the path.
ValuePart find_part(const YamlNode& value, const ValueForm& form, const std::string& path);

}  // namespace tactus
