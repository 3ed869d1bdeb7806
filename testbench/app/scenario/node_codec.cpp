// Values that name nodes.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "testbench/app/scenario/quantity.h"
#include "testbench/app/scenario/value_codec.h"

namespace tactus {
namespace {

using FormKind = ValueForm::Kind;

constexpr int kMostCoordinate = 255;

/// "[x, y]".
std::string node_form(int dimensions) { return std::string("[x, y, z, w, v, u").substr(0, 3 * dimensions - 1) + "]"; }

const NetworkShape kNumbers = NetworkShape::of_numbers(1 << 16);

/// A node of a graph.
void decode_number(const YamlNode& node, const ValueContext& context, Coordinate& value) {
  int number = -1;
  Codec<int>::decode(node, context, number);
  if (number < 0) return;
  if (number >= kNumbers.nodes()) return context.fault(node, fmt::format("{}: no graph has this node", number));
  value = kNumbers.coordinate(number);
}

const std::vector<std::string> kOutageKeys = {"cables", "routers", "switches", "from", "until"};
const std::vector<std::string> kBreakKeys = {"cables", "routers", "switches", "at"};
const std::vector<std::string> kOverrideKeys = {"cables", "dimension", "bandwidth", "cable_delay"};

/// Calls `decode` for each entry of `node`, a map with some of `keys`: with its key, its value, and the context of
/// faults in it.
template <class Decode>
void decode_map(const YamlNode& node, const ValueContext& context, const std::vector<std::string>& keys,
                Decode decode) {
  if (!node.is(YamlNode::Kind::kMap)) {
    return wrong_kind(node, context, fmt::format("a map of {}", fmt::join(keys, ", ")));
  }
  for_each_key(node, context, keys, [&](const std::string& key, const YamlNode& item) {
    ValueContext at = context;
    at.key = context.key + "." + key;
    decode(key, item, at);
  });
}

}  // namespace

ValueForm Codec<Coordinate>::form() { return {FormKind::kNode, {}}; }
void Codec<Coordinate>::decode(const YamlNode& node, const ValueContext& context, Coordinate& value) {
  const bool is_number = node.is(YamlNode::Kind::kScalar) && parse_count(node.text);
  const bool may_be_number = context.dimensions == 0 && is_number;
  if (context.dimensions == kNodeNumbers || may_be_number) return decode_number(node, context, value);
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
  const auto is_list = [&](const YamlNode& item) {
    return item.is(YamlNode::Kind::kSequence) || context.dimensions == kNodeNumbers || context.dimensions == 0;
  };
  if (!node.is(YamlNode::Kind::kSequence) || node.items.size() != 2 || !is_list(node.items[0]) ||
      !is_list(node.items[1])) {
    const std::string form = context.dimensions == kNodeNumbers ? "number" : node_form(std::max(context.dimensions, 2));
    return context.fault(node, fmt::format("a cable is given by the two nodes that it joins, [{0}, {0}]", form));
  }
  Codec<Coordinate>::decode(node.items[0], context, value.from);
  Codec<Coordinate>::decode(node.items[1], context, value.to);
}

ValueForm Codec<LinkOverride>::form() {
  return {FormKind::kMap,
          {},
          kOverrideKeys,
          {ListOf<Cable>::form(), Codec<int>::form(), Codec<BytesPerSecond>::form(), Codec<Picoseconds>::form()}};
}
void Codec<LinkOverride>::decode(const YamlNode& node, const ValueContext& context, LinkOverride& value) {
  decode_map(node, context, kOverrideKeys, [&](const std::string& key, const YamlNode& item, const ValueContext& at) {
    if (key == "cables") ListCodec<Cable>::decode(item, at, value.cables);
    if (key == "dimension") OptionalCodec<int>::decode(item, at, value.dimension);
    if (key == "bandwidth") OptionalCodec<BytesPerSecond>::decode(item, at, value.bandwidth);
    if (key == "cable_delay") OptionalCodec<Picoseconds>::decode(item, at, value.cable_delay);
  });
}

namespace {

/// The value of `key` in an entry, if it is a list of parts.
void decode_failing(const std::string& key, const YamlNode& node, const ValueContext& context, FailingParts& value) {
  if (key == "cables") ListCodec<Cable>::decode(node, context, value.cables);
  if (key == "routers") ListCodec<Coordinate>::decode(node, context, value.routers);
  if (key == "switches") ListCodec<Coordinate>::decode(node, context, value.switches);
}

}  // namespace

ValueForm Codec<LinkOutage>::form() {
  const ValueForm time = Codec<Picoseconds>::form();
  const ValueForm nodes = ListOf<Coordinate>::form();
  return {FormKind::kMap, {}, kOutageKeys, {ListOf<Cable>::form(), nodes, nodes, time, time}};
}
void Codec<LinkOutage>::decode(const YamlNode& node, const ValueContext& context, LinkOutage& value) {
  decode_map(node, context, kOutageKeys, [&](const std::string& key, const YamlNode& item, const ValueContext& at) {
    decode_failing(key, item, at, value);
    if (key == "from") Codec<Picoseconds>::decode(item, at, value.from);
    if (key == "until") Codec<Picoseconds>::decode(item, at, value.until);
  });
}

ValueForm Codec<LinkBreak>::form() {
  const ValueForm nodes = ListOf<Coordinate>::form();
  return {FormKind::kMap, {}, kBreakKeys, {ListOf<Cable>::form(), nodes, nodes, Codec<Picoseconds>::form()}};
}
void Codec<LinkBreak>::decode(const YamlNode& node, const ValueContext& context, LinkBreak& value) {
  decode_map(node, context, kBreakKeys, [&](const std::string& key, const YamlNode& item, const ValueContext& at) {
    decode_failing(key, item, at, value);
    if (key == "at") Codec<Picoseconds>::decode(item, at, value.at);
  });
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
  if (dimensions == kNodeNumbers) return std::to_string(kNumbers.node(value));
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

std::string show_nodes(const std::vector<LinkOverride>& value, int dimensions) {
  std::vector<std::string> list;
  for (const LinkOverride& one : value) {
    std::vector<std::string> keys;
    if (!one.cables.empty()) keys.push_back("cables: " + show_nodes(one.cables, dimensions));
    if (one.dimension) keys.push_back("dimension: " + Codec<int>::show(*one.dimension));
    if (one.bandwidth) keys.push_back("bandwidth: " + Codec<BytesPerSecond>::show(*one.bandwidth));
    if (one.cable_delay) keys.push_back("cable_delay: " + Codec<Picoseconds>::show(*one.cable_delay));
    list.push_back(fmt::format("{{{}}}", fmt::join(keys, ", ")));
  }
  return list.empty() ? "none" : fmt::format("[{}]", fmt::join(list, ", "));
}

namespace {

/// "cables: [[[0, 0], [1, 0]]], routers: [[2, 2]]".
std::string failing_text(const FailingParts& parts, int dimensions) {
  std::vector<std::string> keys;
  if (!parts.cables.empty()) keys.push_back("cables: " + show_nodes(parts.cables, dimensions));
  if (!parts.routers.empty()) keys.push_back("routers: " + show_nodes(parts.routers, dimensions));
  if (!parts.switches.empty()) keys.push_back("switches: " + show_nodes(parts.switches, dimensions));
  return fmt::format("{}", fmt::join(keys, ", "));
}

}  // namespace

std::string show_nodes(const std::vector<LinkOutage>& value, int dimensions) {
  std::vector<std::string> list;
  for (const LinkOutage& one : value) {
    list.push_back(fmt::format("{{{}, from: {}, until: {}}}", failing_text(one, dimensions),
                               Codec<Picoseconds>::show(one.from), Codec<Picoseconds>::show(one.until)));
  }
  return list.empty() ? "none" : fmt::format("[{}]", fmt::join(list, ", "));
}

std::string show_nodes(const std::vector<LinkBreak>& value, int dimensions) {
  std::vector<std::string> list;
  for (const LinkBreak& one : value) {
    list.push_back(fmt::format("{{{}, at: {}}}", failing_text(one, dimensions), Codec<Picoseconds>::show(one.at)));
  }
  return list.empty() ? "none" : fmt::format("[{}]", fmt::join(list, ", "));
}

std::string show_nodes(const NodeSelection& value, int dimensions) {
  if (value.empty()) return "none";
  return value.all ? "all" : show_nodes(value.list, dimensions);
}

}  // namespace tactus
