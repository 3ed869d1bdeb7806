#include <string>

#include "testbench/app/scenario/list_codec.h"

namespace tactus {
namespace {

using FormKind = ValueForm::Kind;

constexpr int kMostCoordinate = 255;
constexpr char kAscending[] = "ascending";
constexpr char kPerDirection[] = "per_direction";

/// "[x, y]".
std::string node_form(int dimensions) { return std::string("[x, y, z, w, v, u").substr(0, 3 * dimensions - 1) + "]"; }

template <class Item>
void decode_dimensions(const YamlNode& node, const ValueContext& context, const char* wanted,
                       DimensionList<Item>& value) {
  if (!node.is(YamlNode::Kind::kSequence)) {
    return context.fault(node,
                         fmt::format("takes {}, not {}", wanted,
                                     node.is(YamlNode::Kind::kScalar) ? "'" + node.text + "'" : describe(node.kind)));
  }
  if (node.items.empty() || node.items.size() > kMaxDimensions) {
    return context.fault(node, fmt::format("{} dimensions: a network has 1 to {}", node.items.size(), kMaxDimensions));
  }
  const std::size_t faults = context.diagnostics.size();
  DimensionList<Item> items;
  for (const YamlNode& item : node.items) {
    Item decoded{};
    Codec<Item>::decode(item, context, decoded);
    items.push_back(decoded);
  }
  if (context.diagnostics.size() == faults && is_known(node)) value = items;
}

}  // namespace

template <>
ValueForm PlainCodec<Coordinate>::form() {
  return {FormKind::kNode, {}};
}
template <>
void PlainCodec<Coordinate>::decode(const YamlNode& node, const ValueContext& context, Coordinate& value) {
  const int entries = node.is(YamlNode::Kind::kSequence) ? static_cast<int>(node.items.size()) : 0;
  const bool fits = context.dimensions == 0 ? entries >= 1 && entries <= kMaxDimensions : entries == context.dimensions;
  if (!fits) {
    return context.fault(node, fmt::format("a node is given as {}", node_form(std::max(context.dimensions, 2))));
  }
  Coordinate read;
  for (int d = 0; d < entries; ++d) {
    int entry = -1;
    const YamlNode& item = node.items[static_cast<std::size_t>(d)];
    Codec<int>::decode(item, context, entry);
    if (entry < 0) return;
    if (entry > kMostCoordinate) {
      return context.fault(item, fmt::format("{}: the nodes of a dimension are 0 to {}", entry, kMostCoordinate));
    }
    read.set(d, entry);
  }
  value = read;
}

template <>
ValueForm PlainCodec<DimensionList<int>>::form() {
  return {FormKind::kCountList, {}};
}
template <>
void PlainCodec<DimensionList<int>>::decode(const YamlNode& node, const ValueContext& context,
                                            DimensionList<int>& value) {
  decode_dimensions(node, context, "a list of 1 to 6 sizes, as in [8, 8]", value);
}
template <>
std::string PlainCodec<DimensionList<int>>::show(const DimensionList<int>& value) {
  return fmt::format("[{}]", fmt::join(value.begin(), value.end(), ", "));
}

template <>
ValueForm PlainCodec<DimensionLetters>::form() {
  return {FormKind::kList, {kAscending}, {}, {Codec<DimensionLetter>::form()}};
}
template <>
void PlainCodec<DimensionLetters>::decode(const YamlNode& node, const ValueContext& context, DimensionLetters& value) {
  if (is_word(node, kAscending)) {
    value = {};
    return;
  }
  DimensionList<DimensionLetter> letters;
  const std::size_t faults = context.diagnostics.size();
  decode_dimensions(node, context, "ascending, or the dimensions in their order, as in [y, x]", letters);
  if (context.diagnostics.size() > faults) return;
  value = {};
  for (const DimensionLetter letter : letters) value.push_back(static_cast<int>(letter));
}
template <>
std::string PlainCodec<DimensionLetters>::show(const DimensionLetters& value) {
  std::vector<const char*> letters;
  for (const int dimension : value) letters.push_back(kDimensionNames[static_cast<std::size_t>(dimension)]);
  return letters.empty() ? kAscending : fmt::format("[{}]", fmt::join(letters, ", "));
}

template <>
ValueForm PlainCodec<CableDelays>::form() {
  return {FormKind::kTimes, {}};
}
template <>
void PlainCodec<CableDelays>::decode(const YamlNode& node, const ValueContext& context, CableDelays& value) {
  const std::size_t faults = context.diagnostics.size();
  if (node.is(YamlNode::Kind::kSequence)) {
    DimensionList<Picoseconds> delays;
    decode_dimensions(node, context, "a time, or a list of times, as in [10 ns, 20 ns]", delays);
    if (delays.count == 1 && context.dimensions > 1) {
      return context.fault(node, fmt::format("one delay in a list for {} dimensions: give one for each, or one for "
                                             "all without brackets",
                                             context.dimensions));
    }
    if (context.diagnostics.size() == faults) value = delays;
    return;
  }
  Picoseconds delay;
  Codec<Picoseconds>::decode(node, context, delay);
  if (context.diagnostics.size() == faults) value = delay;
}
template <>
std::string PlainCodec<CableDelays>::show(const CableDelays& value) {
  std::vector<std::string> delays;
  for (const Picoseconds delay : value) delays.push_back(Codec<Picoseconds>::show(delay));
  return delays.size() == 1 ? delays.front() : fmt::format("[{}]", fmt::join(delays, ", "));
}

template <>
ValueForm PlainCodec<std::optional<int>>::form() {
  return {FormKind::kCount, {kPerDirection}};
}
template <>
void PlainCodec<std::optional<int>>::decode(const YamlNode& node, const ValueContext& context,
                                            std::optional<int>& value) {
  if (is_word(node, kPerDirection)) return value.reset();
  int number = 0;
  const std::size_t faults = context.diagnostics.size();
  Codec<int>::decode(node, context, number);
  if (context.diagnostics.size() == faults) value = number;
}
template <>
std::string PlainCodec<std::optional<int>>::show(const std::optional<int>& value) {
  return value ? std::to_string(*value) : kPerDirection;
}

template <>
ValueForm PlainCodec<DimensionList<bool>>::form() {
  return {FormKind::kList, {"all"}, {}, {Codec<bool>::form()}};
}
template <>
void PlainCodec<DimensionList<bool>>::decode(const YamlNode& node, const ValueContext& context,
                                             DimensionList<bool>& value) {
  if (is_word(node, "all")) {
    value = {};
    return;
  }
  decode_dimensions(node, context, "all, or true or false for each dimension, as in [true, false]", value);
}
template <>
std::string PlainCodec<DimensionList<bool>>::show(const DimensionList<bool>& value) {
  return value.count == 0 ? "all" : fmt::format("[{}]", fmt::join(value.begin(), value.end(), ", "));
}

template <>
ValueForm PlainCodec<std::vector<Coordinate>>::form() {
  return {FormKind::kNodeList, {"none"}};
}
template <>
void PlainCodec<std::vector<Coordinate>>::decode(const YamlNode& node, const ValueContext& context,
                                                 std::vector<Coordinate>& value) {
  if (is_word(node, "none")) return value.clear();
  decode_list(node, context, "a list of nodes, as in [[0, 0], [1, 0]]", "none", value);
}
template <>
ValueForm PlainCodec<WaveNodes>::form() {
  return {FormKind::kNodeList, {"all"}};
}
template <>
void PlainCodec<WaveNodes>::decode(const YamlNode& node, const ValueContext& context, WaveNodes& value) {
  value.all = is_word(node, "all");
  if (!value.all) decode_list(node, context, "a list of nodes, as in [[0, 0], [1, 0]]", "all", value.list);
}
template <>
ValueForm PlainCodec<NodeSelection>::form() {
  return {FormKind::kNodeList, {"none", "all"}};
}
template <>
void PlainCodec<NodeSelection>::decode(const YamlNode& node, const ValueContext& context, NodeSelection& value) {
  value.all = is_word(node, "all");
  if (value.all || is_word(node, "none")) return value.list.clear();
  decode_list(node, context, "a list of nodes, as in [[0, 0], [1, 0]]", "all or none", value.list);
}
std::string show_nodes(const Coordinate& value, int dimensions) {
  return fmt::format("[{}]", fmt::join(value.at.begin(), value.at.begin() + dimensions, ", "));
}

std::string show_nodes(const std::vector<Coordinate>& value, int dimensions) {
  std::vector<std::string> nodes;
  for (const Coordinate node : value) nodes.push_back(show_nodes(node, dimensions));
  return nodes.empty() ? "none" : fmt::format("[{}]", fmt::join(nodes, ", "));
}

std::string show_nodes(const WaveNodes& value, int dimensions) {
  return value.all ? "all" : show_nodes(value.list, dimensions);
}

std::string show_nodes(const NodeSelection& value, int dimensions) {
  if (value.empty()) return "none";
  return value.all ? "all" : show_nodes(value.list, dimensions);
}

}  // namespace tactus
