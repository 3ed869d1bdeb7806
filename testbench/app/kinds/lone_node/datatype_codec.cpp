#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "testbench/app/kinds/lone_node/lone_node_codec.h"
#include "testbench/app/scenario/nearest.h"

namespace tactus {
namespace {

using Kind = YamlNode::Kind;
using Number = std::int64_t DatatypeConfig::*;
using Numbers = std::vector<std::int64_t> DatatypeConfig::*;

/// An argument of a constructor: a number, or a list of them.
struct Argument {
  const char* name;
  Number number;
  Numbers list;
};
constexpr Argument kCount{"count", &DatatypeConfig::count, nullptr};
constexpr Argument kBlockLength{"block_length", &DatatypeConfig::block_length, nullptr};
constexpr Argument kStride{"stride", &DatatypeConfig::stride, nullptr};
constexpr Argument kBlockLengths{"block_lengths", nullptr, &DatatypeConfig::block_lengths};
constexpr Argument kDisplacements{"displacements", nullptr, &DatatypeConfig::displacements};
constexpr Argument kSizes{"sizes", nullptr, &DatatypeConfig::sizes};
constexpr Argument kSubsizes{"subsizes", nullptr, &DatatypeConfig::subsizes};
constexpr Argument kStarts{"starts", nullptr, &DatatypeConfig::starts};
constexpr Argument kLowerBound{"lower_bound", &DatatypeConfig::lower_bound, nullptr};
constexpr Argument kExtent{"extent", &DatatypeConfig::extent, nullptr};
constexpr char kOf[] = "of";
constexpr char kOrder[] = "order";
constexpr char kNone[] = "none";

struct Constructor {
  const char* name;
  DatatypeKind kind;
  std::vector<Argument> arguments;
};

const std::vector<Constructor>& constructors() {
  static const std::vector<Constructor> kAll = {
      {"contiguous", DatatypeKind::kContiguous, {kCount}},
      {"vector", DatatypeKind::kVector, {kCount, kBlockLength, kStride}},
      {"hvector", DatatypeKind::kHvector, {kCount, kBlockLength, kStride}},
      {"indexed", DatatypeKind::kIndexed, {kBlockLengths, kDisplacements}},
      {"hindexed", DatatypeKind::kHindexed, {kBlockLengths, kDisplacements}},
      {"indexed_block", DatatypeKind::kIndexedBlock, {kBlockLength, kDisplacements}},
      {"struct", DatatypeKind::kStruct, {kBlockLengths, kDisplacements}},
      {"subarray", DatatypeKind::kSubarray, {kSizes, kSubsizes, kStarts}},
      {"resized", DatatypeKind::kResized, {kLowerBound, kExtent}}};
  return kAll;
}

std::vector<std::string> basic_words() { return {"byte", "short", "int", "float", "long", "double"}; }

std::vector<std::string> constructor_names() {
  std::vector<std::string> names;
  for (const Constructor& each : constructors()) names.emplace_back(each.name);
  return names;
}

const Constructor& constructor_of(DatatypeKind kind) {
  return *std::find_if(constructors().begin(), constructors().end(),
                       [&](const Constructor& each) { return each.kind == kind; });
}

/// The value of a key of a map, or null.
const YamlNode* value_of(const YamlNode& map, const std::string& name) {
  for (std::size_t i = 0; i < map.keys.size(); ++i) {
    if (map.keys[i].text == name) return &map.items[i];
  }
  return nullptr;
}

class DatatypeReader {
 public:
  explicit DatatypeReader(const ValueContext& context) : context_(context) {}

  DatatypeConfig read(const YamlNode& node, int nesting) {
    if (node.place.source == nullptr) {  // a parameter is unknown, which has been said
      unknown_ = true;
      return {};
    }
    if (node.is(Kind::kScalar)) return basic(node);
    if (!node.is(Kind::kMap) || node.items.size() != 1) {
      context_.fault(node, fmt::format("a datatype is {}, or a map with one of {}, as in {{contiguous: {{count: 4, of: "
                                       "double}}}}",
                                       enumeration(basic_words(), "or"), enumeration(constructor_names(), "and")));
      return {};
    }
    if (nesting == kDatatypeNesting) {
      context_.fault(node, fmt::format("more than {} constructors inside each other", kDatatypeNesting));
      return {};
    }
    const int position = decode_word(node.keys[0], context_, constructor_names());
    if (position < 0) return {};
    return derived(constructors()[static_cast<std::size_t>(position)], node.items[0], nesting);
  }
  [[nodiscard]] bool unknown() const { return unknown_; }

 private:
  DatatypeConfig basic(const YamlNode& node) {
    const int position = decode_word(node, context_, basic_words());
    return basic_type(static_cast<BasicType>(std::max(position, 0)));
  }
  DatatypeConfig derived(const Constructor& constructor, const YamlNode& node, int nesting) {
    DatatypeConfig config;
    config.kind = constructor.kind;
    if (!node.is(Kind::kMap)) {
      context_.fault(node, fmt::format("{} takes a map, not {}", constructor.name, describe(node.kind)));
      return config;
    }
    check_keys(constructor, node);
    for (const Argument& argument : constructor.arguments) {
      if (const YamlNode* value = argument_of(constructor, node, argument.name))
        read_argument(argument, *value, config);
    }
    if (const YamlNode* order = value_of(node, kOrder)) {
      config.order = decode_word(*order, context_, {"c", "fortran"}) == 1 ? ArrayOrder::kFortran : ArrayOrder::kC;
    }
    if (const YamlNode* of = argument_of(constructor, node, kOf)) read_old_types(constructor, *of, nesting, config);
    return config;
  }
  void check_keys(const Constructor& constructor, const YamlNode& node) {
    std::vector<std::string> names{kOf};
    for (const Argument& argument : constructor.arguments) names.emplace_back(argument.name);
    if (constructor.kind == DatatypeKind::kSubarray) names.emplace_back(kOrder);
    for_each_key(node, context_, names, [](const std::string&, const YamlNode&) {});
  }
  const YamlNode* argument_of(const Constructor& constructor, const YamlNode& node, const char* name) {
    const YamlNode* value = value_of(node, name);
    if (value == nullptr) context_.fault(node, fmt::format("{} needs {}", constructor.name, name));
    return value;
  }
  void read_argument(const Argument& argument, const YamlNode& node, DatatypeConfig& config) {
    if (argument.number != nullptr) return number(node, argument.name, config.*argument.number);
    if (!node.is(Kind::kSequence)) {
      context_.fault(node, fmt::format("{} takes a list of numbers, not {}", argument.name, describe(node.kind)));
      return;
    }
    std::vector<std::int64_t>& list = config.*argument.list;
    list.resize(node.items.size());
    for (std::size_t i = 0; i < list.size(); ++i) number(node.items[i], argument.name, list[i]);
  }
  void number(const YamlNode& node, const char* name, std::int64_t& value) {
    if (node.place.source == nullptr) {
      unknown_ = true;
      return;
    }
    const std::string* text = context_.scalar(node, fmt::format("a whole number for {}", name));
    if (text == nullptr) return;
    const char* end = text->data() + text->size();
    const auto [stop, error] = std::from_chars(text->data(), end, value);
    if (error == std::errc() && stop == end) return;
    context_.fault(node, fmt::format("{}: '{}' is not a whole number", name, *text));
  }
  void read_old_types(const Constructor& constructor, const YamlNode& of, int nesting, DatatypeConfig& config) {
    if (constructor.kind != DatatypeKind::kStruct) return config.types.push_back(read(of, nesting + 1));
    if (!of.is(Kind::kSequence)) {
      context_.fault(of,
                     fmt::format("a struct is of a list of datatypes, one for each block, not {}", describe(of.kind)));
      return;
    }
    for (const YamlNode& item : of.items) config.types.push_back(read(item, nesting + 1));
  }

  const ValueContext& context_;
  bool unknown_ = false;
};

/// Where member `path` of a datatype stands in its YAML: "types[1].block_lengths[2]". The nearest place there is.
const YamlNode& node_of(const YamlNode& datatype, const std::string& path) {
  if (path.empty() || !datatype.is(Kind::kMap) || !datatype.items[0].is(Kind::kMap)) return datatype;
  const std::size_t dot = path.find('.');
  const std::string member = path.substr(0, dot);
  const std::string name = member.substr(0, member.find('['));
  const YamlNode* value = value_of(datatype.items[0], name == "types" ? kOf : name);
  if (value == nullptr) return datatype;
  const std::size_t bracket = member.find('[');
  if (bracket != std::string::npos && value->is(Kind::kSequence)) {
    const std::size_t index = std::stoul(member.substr(bracket + 1));
    if (index < value->items.size()) value = &value->items[index];
  }
  return dot == std::string::npos ? *value : node_of(*value, path.substr(dot + 1));
}

/// The last member of a path, as the file calls it.
std::string last_member(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  const std::string member = dot == std::string::npos ? path : path.substr(dot + 1);
  const std::string name = member.substr(0, member.find('['));
  if (name == "kind") return "the datatype";
  return name == "types" ? kOf : name;
}

std::string text_of(const DatatypeConfig& config) {
  if (config.kind == DatatypeKind::kBasic) return basic_words()[static_cast<std::size_t>(config.basic)];
  const Constructor& constructor = constructor_of(config.kind);
  std::string text = fmt::format("{{{}: {{", constructor.name);
  for (const Argument& argument : constructor.arguments) {
    const std::string value = argument.number != nullptr ? fmt::format("{}", config.*argument.number)
                                                         : fmt::format("[{}]", fmt::join(config.*argument.list, ", "));
    text += fmt::format("{}: {}, ", argument.name, value);
  }
  if (config.order == ArrayOrder::kFortran) text += "order: fortran, ";
  std::vector<std::string> types;
  for (const DatatypeConfig& type : config.types) types.push_back(text_of(type));
  const bool list = config.kind == DatatypeKind::kStruct;
  return text + fmt::format(list ? "of: [{}]}}}}" : "of: {}}}}}", fmt::join(types, ", "));
}

}  // namespace

ValueForm Codec<std::optional<DatatypeConfig>>::form() {
  std::vector<std::string> words = basic_words();
  words.insert(words.begin(), kNone);
  return {ValueForm::Kind::kDatatype, words};
}

void Codec<std::optional<DatatypeConfig>>::decode(const YamlNode& node, const ValueContext& context,
                                                  std::optional<DatatypeConfig>& value) {
  if (node.is(Kind::kScalar) && node.text == kNone) return value.reset();
  const std::size_t faults = context.diagnostics.size();
  DatatypeReader reader(context);
  DatatypeConfig config = reader.read(node, 1);
  if (reader.unknown() || context.diagnostics.size() > faults) return;
  for (const ConfigFault& fault : validate(config)) {
    context.fault(node_of(node, fault.field), fmt::format("{}: {}", last_member(fault.field), fault.message));
  }
  if (context.diagnostics.size() == faults) value = std::move(config);
}

std::string Codec<std::optional<DatatypeConfig>>::show(const std::optional<DatatypeConfig>& value) {
  return value ? text_of(*value) : kNone;
}

}  // namespace tactus
