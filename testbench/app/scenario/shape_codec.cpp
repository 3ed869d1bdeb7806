#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>

#include "testbench/app/scenario/value_codec.h"

namespace tactus {
namespace {

using FormKind = ValueForm::Kind;

constexpr int kMostCoordinate = 255;
constexpr char kAscending[] = "ascending";

/// "[x, y]".
std::string node_form(int dimensions) { return std::string("[x, y, z, w, v, u").substr(0, 3 * dimensions - 1) + "]"; }

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
ValueForm PlainCodec<DimensionLetters>::form() {
  return {FormKind::kList, {kAscending}, {}, {Codec<DimensionLetter>::form()}};
}
template <>
void PlainCodec<DimensionLetters>::decode(const YamlNode& node, const ValueContext& context, DimensionLetters& value) {
  DimensionList<DimensionLetter> letters;
  const std::size_t faults = context.diagnostics.size();
  OrWord<kAscending, DimensionList<DimensionLetter>, DimensionsCodec<DimensionLetter>>::decode(node, context, letters);
  if (context.diagnostics.size() > faults || !is_known(node)) return;
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
  if (!node.is(YamlNode::Kind::kSequence)) {
    if (const std::optional<Picoseconds> delay = decoded<Picoseconds>(node, context)) value = *delay;
    return;
  }
  DimensionList<Picoseconds> delays;
  DimensionsCodec<Picoseconds>::decode(node, context, delays);
  if (delays.count == 1 && context.dimensions > 1) {
    return context.fault(node, fmt::format("one delay in a list for {} dimensions: give one for each, or one for all "
                                           "without brackets",
                                           context.dimensions));
  }
  if (delays.count > 0) value = delays;
}
template <>
std::string PlainCodec<CableDelays>::show(const CableDelays& value) {
  std::vector<std::string> delays;
  for (const Picoseconds delay : value) delays.push_back(Codec<Picoseconds>::show(delay));
  return delays.size() == 1 ? delays.front() : fmt::format("[{}]", fmt::join(delays, ", "));
}

template <>
ValueForm PlainCodec<WaveNodes>::form() {
  return {FormKind::kNodeList, {"all"}};
}
template <>
void PlainCodec<WaveNodes>::decode(const YamlNode& node, const ValueContext& context, WaveNodes& value) {
  value.all = is_word(node, kAllWord);
  if (!value.all) ListOrWord<kAllWord, Coordinate>::decode(node, context, value.list);
}
template <>
ValueForm PlainCodec<NodeSelection>::form() {
  return {FormKind::kNodeList, {"none", "all"}};
}
template <>
void PlainCodec<NodeSelection>::decode(const YamlNode& node, const ValueContext& context, NodeSelection& value) {
  value.all = is_word(node, kAllWord);
  if (value.all || is_word(node, kNoneWord)) return value.list.clear();
  ValueContext beside = context;
  beside.word = "all or none";
  ListCodec<Coordinate>::decode(node, beside, value.list);
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
