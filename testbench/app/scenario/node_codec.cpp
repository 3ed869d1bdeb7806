// Values that name nodes.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "testbench/app/scenario/value_codec.h"

namespace tactus {
namespace {

using FormKind = ValueForm::Kind;

constexpr int kMostCoordinate = 255;

/// "[x, y]".
std::string node_form(int dimensions) { return std::string("[x, y, z, w, v, u").substr(0, 3 * dimensions - 1) + "]"; }

}  // namespace

ValueForm Codec<Coordinate>::form() { return {FormKind::kNode, {}}; }
void Codec<Coordinate>::decode(const YamlNode& node, const ValueContext& context, Coordinate& value) {
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

ValueForm Codec<Cable>::form() { return {FormKind::kList, {}, {}, {Codec<Coordinate>::form()}}; }
void Codec<Cable>::decode(const YamlNode& node, const ValueContext& context, Cable& value) {
  const auto is_list = [](const YamlNode& item) { return item.is(YamlNode::Kind::kSequence); };
  if (!is_list(node) || node.items.size() != 2 || !is_list(node.items[0]) || !is_list(node.items[1])) {
    const std::string form = node_form(std::max(context.dimensions, 2));
    return context.fault(node, fmt::format("a cable is given by the two nodes that it joins, [{0}, {0}]", form));
  }
  Codec<Coordinate>::decode(node.items[0], context, value.from);
  Codec<Coordinate>::decode(node.items[1], context, value.to);
}

ValueForm Codec<WaveNodes>::form() { return {FormKind::kNodeList, {"all"}}; }
void Codec<WaveNodes>::decode(const YamlNode& node, const ValueContext& context, WaveNodes& value) {
  value.all = is_word(node, kAllWord);
  if (!value.all) ListOrWord<kAllWord, Coordinate>::decode(node, context, value.list);
}
ValueForm Codec<NodeSelection>::form() { return {FormKind::kNodeList, {"none", "all"}}; }
void Codec<NodeSelection>::decode(const YamlNode& node, const ValueContext& context, NodeSelection& value) {
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

std::string show_nodes(const std::vector<Cable>& value, int dimensions) {
  std::vector<std::string> cables;
  for (const auto& [from, to] : value) {
    cables.push_back(fmt::format("[{}, {}]", show_nodes(from, dimensions), show_nodes(to, dimensions)));
  }
  return cables.empty() ? "none" : fmt::format("[{}]", fmt::join(cables, ", "));
}

std::string show_nodes(const NodeSelection& value, int dimensions) {
  if (value.empty()) return "none";
  return value.all ? "all" : show_nodes(value.list, dimensions);
}

}  // namespace tactus
