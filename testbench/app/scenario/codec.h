#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "hw/common/clock.h"
#include "hw/common/network_shape.h"
#include "hw/common/policy.h"
#include "testbench/app/scenario/quantity.h"
#include "testbench/app/scenario/yaml_tree.h"

namespace tactus {

/// Limits of a value, or of each item of a list, as they are written in scenarios; empty for none.
struct ValueRange {
  std::string least;
  std::string most;
  bool above = false;  ///< `least` is no value
  bool below = false;  ///< `most` is no value

  /// "1 to 8", "at least 1", "above 0", "below 1"; empty if there is no limit.
  [[nodiscard]] std::string text() const;
};

/// Form of the values of a key, for the schema and the key table.
struct ValueForm {
  enum class Kind : std::uint8_t {
    kText,
    kCount,
    kNumber,
    kBoolean,
    kSize,
    kTime,
    kCycles,
    kRate,
    kEighths,
    kWord,
    kNode,
    kNodeList,
    kNodes,
    kCountList,
    kEighthsList,
    kRates,
    kTimes,
    kReplacements,
    kParts,
    kDatatype,
    kList,
    kMap,
  };
  Kind kind = Kind::kText;
  std::vector<std::string> words;    ///< kWord: all of them; otherwise words that may stand instead of a value
  std::vector<std::string> names{};  ///< kMap: its keys
  std::vector<ValueForm> parts{};    ///< kMap: of the values of its keys; kList: one, of its items
  ValueRange range{};

  [[nodiscard]] bool is_list_of_maps() const { return kind == Kind::kList && parts.front().kind == Kind::kMap; }
};

/// In place of a number of dimensions: nodes are given by their numbers.
inline constexpr int kNodeNumbers = -1;

/// Surroundings of one value that is read.
struct ValueContext {
  DiagnosticList& diagnostics;
  std::string key;     ///< dotted
  Clock clock;         ///< above 0
  int dimensions = 0;  ///< dimensions of the network, entries of a node; 0: not known yet; or kNodeNumbers
  std::string word{};  ///< word that may stand instead of the value; empty: none

  /// Puts "key: message" on the list, and how the value came about if a parameter is in it.
  void fault(const YamlNode& node, const std::string& message) const;
  /// The scalar's text, or a fault that names what is wanted.
  [[nodiscard]] const std::string* scalar(const YamlNode& node, const std::string& wanted) const;
};

/// A parameter in it may be unknown, which has been said.
inline bool is_known(const YamlNode& node) {
  return node.place.source != nullptr && std::all_of(node.items.begin(), node.items.end(), is_known);
}

/// A scalar of this text, which stands instead of a value.
inline bool is_word(const YamlNode& node, const char* word) {
  return node.is(YamlNode::Kind::kScalar) && node.text == word;
}

/// A value that is no scalar of T: what is wanted instead.
void wrong_kind(const YamlNode& node, const ValueContext& context, const std::string& wanted);

/// The words of an enumeration in scenarios.
template <class T>
struct EnumWords;

/// Puts a fault on the list unless `text` is one of `words`; the answer is its position or -1.
int decode_word(const YamlNode& node, const ValueContext& context, const std::vector<std::string>& words);

/// Codec of the types that have EnumWords.
template <class T>
struct EnumCodec {
  static std::vector<std::string> words() {
    std::vector<std::string> list;
    for (const auto& entry : EnumWords<T>::kWords) list.emplace_back(entry.first);
    return list;
  }
  static ValueForm form() { return {ValueForm::Kind::kWord, words()}; }
  static void decode(const YamlNode& node, const ValueContext& context, T& value) {
    const int position = decode_word(node, context, words());
    if (position >= 0) value = EnumWords<T>::kWords[static_cast<std::size_t>(position)].second;
  }
  static std::string show(T value) {
    for (const auto& entry : EnumWords<T>::kWords) {
      if (entry.second == value) return entry.first;
    }
    return {};
  }
};

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

template <class T>
struct MapCodec;

/// How a configuration type is read from YAML and shown in it: `form`, `decode` (assigns only a good value) and
/// `show` (which `decode` reads back). A type without a codec of its own is an enumeration, or a map.
template <class T>
struct Codec : std::conditional_t<std::is_enum_v<T>, EnumCodec<T>, MapCodec<T>> {};

/// One key of a map within a value, and how it gives a member of T, which is where `access` says. It is named after
/// the member, as the faults of configurations are; members of members may be keys of the same map.
template <class T>
struct MapKey {
  template <class Access, class Value = std::decay_t<decltype(std::declval<Access>()(std::declval<T&>()))>>
  MapKey(const std::string& member, Access access)
      : name(member.substr(member.rfind('.') + 1)),
        form(Codec<Value>::form()),
        decode([access](const YamlNode& node, const ValueContext& context, T& value) {
          Codec<Value>::decode(node, context, access(value));
        }),
        show([access](const T& value) { return Codec<Value>::show(access(value)); }) {}

  std::string name;
  ValueForm form;
  std::function<void(const YamlNode&, const ValueContext&, T&)> decode;
  std::function<std::string(const T&)> show;
};

/// The keys of the map that a T is in scenarios; what is not given keeps T's default.
template <class T>
std::vector<MapKey<T>> map_keys() = delete;

/// Codec of a type that has `map_keys`.
template <class T>
struct MapCodec {
  static const std::vector<MapKey<T>>& keys() {
    static const std::vector<MapKey<T>> kKeys = map_keys<T>();
    return kKeys;
  }
  static std::vector<std::string> names() {
    std::vector<std::string> list;
    for (const MapKey<T>& key : keys()) list.push_back(key.name);
    return list;
  }
  static ValueForm form() {
    ValueForm form{ValueForm::Kind::kMap, {}, names(), {}};
    for (const MapKey<T>& key : keys()) form.parts.push_back(key.form);
    return form;
  }
  static void decode(const YamlNode& node, const ValueContext& context, T& value) {
    if (!is_known(node)) return;
    if (!node.is(YamlNode::Kind::kMap)) {
      return wrong_kind(node, context, fmt::format("a map of {}", fmt::join(names(), ", ")));
    }
    for_each_key(node, context, names(), [&](const std::string& name, const YamlNode& item) {
      for (const MapKey<T>& key : keys()) {
        if (key.name == name) key.decode(item, {context.diagnostics, context.key + "." + name, context.clock}, value);
      }
    });
  }
  static std::string show(const T& value) {
    std::vector<std::string> parts;
    for (const MapKey<T>& key : keys()) parts.push_back(key.name + ": " + key.show(value));
    return fmt::format("{{{}}}", fmt::join(parts, ", "));
  }
};

/// A type whose values are one scalar each: its form, its name in faults, and how it is read and shown.
template <class T>
struct Scalar {
  ValueForm::Kind form;
  const char* wanted;
  Parsed<T> (*parse)(const std::string& text, const ValueContext& context);
  std::string (*show)(const T& value);
};

/// Codec of the types that are a Scalar.
template <class T>
struct ScalarCodec {
  static const Scalar<T> kScalar;

  static ValueForm form() { return {kScalar.form, {}}; }
  static void decode(const YamlNode& node, const ValueContext& context, T& value) {
    const std::string* text = context.scalar(node, kScalar.wanted);
    if (text == nullptr) return;
    Parsed<T> parsed = kScalar.parse(*text, context);
    if (!parsed) return context.fault(node, parsed.fault);
    value = std::move(*parsed.value);
  }
  static std::string show(const T& value) { return kScalar.show(value); }
};

/// Codec of the names of policies.
template <class Kind>
struct Codec<PolicyName<Kind>> {
  static std::vector<std::string> words() {
    std::vector<std::string> list;
    for (const Policy* policy : policies_of(Kind::kName)) list.push_back(policy->name);
    return list;
  }
  static ValueForm form() { return {ValueForm::Kind::kWord, words()}; }
  static void decode(const YamlNode& node, const ValueContext& context, PolicyName<Kind>& value) {
    const int position = decode_word(node, context, words());
    if (position >= 0) value = words()[static_cast<std::size_t>(position)];
  }
  static std::string show(const PolicyName<Kind>& value) { return value.name(); }
};

template <class T, std::size_t N>
using WordTable = std::array<std::pair<const char*, T>, N>;

/// Reads a value by Codec<T>; nothing if there is a fault.
template <class T>
std::optional<T> decoded(const YamlNode& node, const ValueContext& context) {
  const std::size_t faults = context.diagnostics.size();
  T value{};
  Codec<T>::decode(node, context, value);
  if (context.diagnostics.size() > faults || !is_known(node)) return std::nullopt;
  return value;
}

/// Name of a list of Items in faults, and the form that documents give it.
template <class Item>
struct ListOf {
  static constexpr char kWanted[] = "a list";
  static ValueForm form() { return {ValueForm::Kind::kList, {}, {}, {Codec<Item>::form()}}; }
};

/// Codec of a list, each item as Codec<Item> has it. On a fault the list stays as it was, unless it is of maps.
template <class Item>
struct ListCodec {
  static ValueForm form() { return ListOf<Item>::form(); }
  static void decode(const YamlNode& node, const ValueContext& context, std::vector<Item>& value) {
    if (!node.is(YamlNode::Kind::kSequence)) return wrong_kind(node, context, ListOf<Item>::kWanted);
    if (node.items.empty() && !context.word.empty()) {
      return context.fault(node, "the list is empty; leave the key out, or write " + context.word);
    }
    const std::size_t faults = context.diagnostics.size();
    std::vector<Item> items;
    for (std::size_t i = 0; i < node.items.size(); ++i) {
      ValueContext at = context;
      at.key = fmt::format("{}[{}]", context.key, i);
      at.word.clear();
      Item item{};
      Codec<Item>::decode(node.items[i], at, item);
      items.push_back(std::move(item));
    }
    if (form().is_list_of_maps() || (context.diagnostics.size() == faults && is_known(node))) value = std::move(items);
  }
  static std::string show(const std::vector<Item>& value) {
    std::vector<std::string> items;
    for (const Item& item : value) items.push_back(Codec<Item>::show(item));
    return fmt::format("[{}]", fmt::join(items, ", "));
  }
};

template <class Item>
struct Codec<std::vector<Item>> : ListCodec<Item> {};

/// Name, in faults, of a list with an Item for each dimension.
template <class Item>
struct ForEachDimension {
  static constexpr char kWanted[] = "a list with an entry for each dimension";
};

/// Codec of one entry for each dimension.
template <class Item>
struct DimensionsCodec {
  static ValueForm form() { return ListOf<Item>::form(); }
  static void decode(const YamlNode& node, const ValueContext& context, DimensionList<Item>& value) {
    if (!node.is(YamlNode::Kind::kSequence)) return wrong_kind(node, context, ForEachDimension<Item>::kWanted);
    if (node.items.empty() || node.items.size() > kMaxDimensions) {
      return context.fault(node,
                           fmt::format("{} dimensions: a network has 1 to {}", node.items.size(), kMaxDimensions));
    }
    std::vector<Item> items;
    ListCodec<Item>::decode(node, context, items);
    if (items.empty()) return;
    value = {};
    for (const Item item : items) value.push_back(item);
  }
  static std::string show(const DimensionList<Item>& value) {
    return ListCodec<Item>::show(std::vector<Item>(value.begin(), value.end()));
  }
};

/// Codec of a value that can be missing.
template <class T>
struct OptionalCodec {
  static ValueForm form() { return Codec<T>::form(); }
  static void decode(const YamlNode& node, const ValueContext& context, std::optional<T>& value) {
    if (const std::optional<T> read = decoded<T>(node, context)) value = read;
  }
  static std::string show(const std::optional<T>& value) { return Codec<T>::show(*value); }
};

/// Codec of a value or `Word`, which stands for an empty one: as Plain has it, otherwise.
template <const char* Word, class T, class Plain>
struct OrWord {
  static ValueForm form() {
    ValueForm form = Plain::form();
    form.words.insert(form.words.begin(), Word);
    return form;
  }
  static void decode(const YamlNode& node, const ValueContext& context, T& value) {
    if (is_word(node, Word)) {
      value = T{};
      return;
    }
    ValueContext beside = context;
    beside.word = Word;
    Plain::decode(node, beside, value);
  }
  static std::string show(const T& value) { return value == T{} ? Word : Plain::show(value); }
};
template <const char* Word, class T>
using OptionalOrWord = OrWord<Word, std::optional<T>, OptionalCodec<T>>;
template <const char* Word, class Item>
using ListOrWord = OrWord<Word, std::vector<Item>, ListCodec<Item>>;

/// Codec of a struct of one member, as Plain has that member.
template <auto Member, class Plain>
struct Within {
  static ValueForm form() { return Plain::form(); }
  template <class T>
  static void decode(const YamlNode& node, const ValueContext& context, T& value) {
    Plain::decode(node, context, value.*Member);
  }
  template <class T>
  static std::string show(const T& value) {
    return Plain::show(value.*Member);
  }
};

}  // namespace tactus
