#include "testbench/app/scenario/value_codec.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <regex>

#include "testbench/app/scenario/nearest.h"

namespace tactus {
namespace {

using FormKind = ValueForm::Kind;

template <class T>
std::string show_plain(const T& value) {
  return fmt::format("{}", value);
}

/// A whole number of at most `Most`.
template <class T, std::uint64_t Most>
constexpr Scalar<T> count() {
  const auto parse = [](const std::string& text, const ValueContext&) -> Parsed<T> {
    const Parsed<std::uint64_t> count = parse_count(text);
    if (!count) return {{}, count.fault};
    if (*count.value > Most) return {{}, fmt::format("{} is too large: at most {}", *count.value, Most)};
    return {static_cast<T>(*count.value), {}};
  };
  return {FormKind::kCount, "a whole number", parse, show_plain<T>};
}

/// A quantity of one dimension that is not `Cycles`.
template <class T, Dimension Of>
constexpr Scalar<T> quantity(FormKind form, const char* wanted) {
  const auto parse = [](const std::string& text, const ValueContext&) -> Parsed<T> {
    const Parsed<std::uint64_t> parsed = parse_quantity(text, Of);
    return parsed ? Parsed<T>{T{*parsed.value}, {}} : Parsed<T>{{}, parsed.fault};
  };
  return {form, wanted, parse, [](const T& value) { return show_quantity(value.count(), Of); }};
}

Parsed<std::string> parse_text(const std::string& text, const ValueContext& /*context*/) {
  return text.empty() ? Parsed<std::string>{{}, "the text is empty"} : Parsed<std::string>{text, {}};
}

Parsed<double> parse_number(const std::string& text, const ValueContext& /*context*/) {
  double number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || rest != end || !std::isfinite(number)) {
    return {{}, fmt::format("'{}' is no number, as in 0.25", text)};
  }
  if (std::signbit(number)) return {{}, fmt::format("'{}': cannot be negative", text)};
  return {number, {}};
}

constexpr char kAscending[] = "ascending";

constexpr char kExample[] = "{pacer: {sources: FOLDER, top: MODULE}}";

/// Keys of a part besides `sources`.
constexpr std::array<const char*, 4> kRest = {"top", "lockstep", "model", "parameters"};

bool is_identifier(const std::string& name) {
  static const std::regex kIdentifier("[A-Za-z_][A-Za-z0-9_]*");
  return std::regex_match(name, kIdentifier);
}

/// Values of a module's parameters: `{Depth: 64}`.
void decode_parameters(const YamlNode& node, const ValueContext& context, RtlReplacement& value) {
  if (!node.is(YamlNode::Kind::kMap)) {
    return context.fault(
        node, fmt::format("parameters takes a map of numbers, as in {{Depth: 64}}, not {}", describe(node.kind)));
  }
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const std::string& name = node.keys[i].text;
    const auto is_given = [&name](const auto& parameter) { return parameter.first == name; };
    if (std::any_of(value.parameters.begin(), value.parameters.end(), is_given)) {
      context.fault(node.keys[i], fmt::format("parameter {} is given twice", name));
      continue;
    }
    if (!is_identifier(name)) {
      context.fault(node.keys[i], fmt::format("'{}' is no name of a parameter in SystemVerilog", name));
      continue;
    }
    int number = 0;
    Codec<int>::decode(node.items[i], context, number);
    value.parameters.emplace_back(name, number);
  }
}

void decode_one(const YamlNode& node, const ValueContext& context, RtlReplacement& value) {
  const std::string part = Codec<RtlPart>::show(value.part);
  if (!node.is(YamlNode::Kind::kMap)) {
    return context.fault(node, fmt::format("{} takes a map with sources, and {} if need be, not {}", part,
                                           enumeration({kRest.begin(), kRest.end()}, "and"), describe(node.kind)));
  }
  value.top = module_of(value.part);
  std::vector<std::string> keys = {"sources"};
  keys.insert(keys.end(), kRest.begin(), kRest.end());
  for_each_key(node, context, keys, [&](const std::string& key, const YamlNode& item) {
    if (key == "sources") Codec<std::string>::decode(item, context, value.sources);
    if (key == "top") Codec<std::string>::decode(item, context, value.top);
    if (key == "lockstep") Codec<bool>::decode(item, context, value.lockstep);
    if (key == "model") Codec<std::string>::decode(item, context, value.model);
    if (key == "parameters") decode_parameters(item, context, value);
  });
  const auto is_sources = [](const YamlNode& key) { return key.text == "sources"; };
  if (std::none_of(node.keys.begin(), node.keys.end(), is_sources)) {
    context.fault(node, fmt::format("{} needs sources, a folder of SystemVerilog files", part));
  }
}

}  // namespace

std::string ValueRange::text() const {
  if (!least.empty() && !most.empty()) return fmt::format("{} to {}", least, most);
  if (!least.empty()) return (above ? "above " : "at least ") + least;
  return most.empty() ? "" : (below ? "below " : "at most ") + most;
}

void ValueContext::fault(const YamlNode& node, const std::string& message) const {
  if (node.place.source == nullptr) return;  // what is unknown has been reported
  const std::string origin = node.written.empty() ? "" : fmt::format(" (written as {})", node.written);
  diagnostics.add(node.place, fmt::format("{}: {}{}", key, message, origin));
}

const std::string* ValueContext::scalar(const YamlNode& node, const std::string& wanted) const {
  if (node.is(YamlNode::Kind::kScalar)) return &node.text;
  wrong_kind(node, *this, wanted);
  return nullptr;
}

void wrong_kind(const YamlNode& node, const ValueContext& context, const std::string& wanted) {
  const std::string word = context.word.empty() ? "" : ", or " + context.word;
  const std::string found = node.is(YamlNode::Kind::kScalar) ? "'" + node.text + "'" : describe(node.kind);
  context.fault(node, fmt::format("takes {}{}, not {}", wanted, word, found));
}

int decode_word(const YamlNode& node, const ValueContext& context, const std::vector<std::string>& words) {
  const std::string* text = context.scalar(node, enumeration(words, "or"));
  if (text == nullptr) return -1;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (*text == words[i]) return static_cast<int>(i);
  }
  std::vector<std::string> all = words;
  if (!context.word.empty()) all.insert(all.begin(), context.word);
  context.fault(node, fmt::format("'{}' is not one of {}{}", *text, enumeration(all, "and"), did_you_mean(*text, all)));
  return -1;
}

template <>
const Scalar<std::string> ScalarCodec<std::string>::kScalar{FormKind::kText, "a text", parse_text, show_plain};
template <>
const Scalar<std::uint64_t> ScalarCodec<std::uint64_t>::kScalar =
    count<std::uint64_t, std::numeric_limits<std::uint64_t>::max()>();
template <>
const Scalar<std::uint32_t> ScalarCodec<std::uint32_t>::kScalar =
    count<std::uint32_t, std::numeric_limits<std::uint16_t>::max()>();
template <>
const Scalar<int> ScalarCodec<int>::kScalar = count<int, std::numeric_limits<int>::max()>();
template <>
const Scalar<double> ScalarCodec<double>::kScalar{FormKind::kNumber, "a number", parse_number, show_plain};
template <>
const Scalar<Bytes> ScalarCodec<Bytes>::kScalar = quantity<Bytes, Dimension::kSize>(FormKind::kSize, "a size");
template <>
const Scalar<BytesPerSecond> ScalarCodec<BytesPerSecond>::kScalar =
    quantity<BytesPerSecond, Dimension::kRate>(FormKind::kRate, "a rate");
template <>
const Scalar<Picoseconds> ScalarCodec<Picoseconds>::kScalar = quantity<Picoseconds, Dimension::kTime>(FormKind::kTime,
                                                                                                      "a time");
template <>
const Scalar<Clock> ScalarCodec<Clock>::kScalar{
    FormKind::kTime, "a time", [](const std::string& text, const ValueContext&) { return parse_clock(text); },
    show_clock};
template <>
const Scalar<Cycles> ScalarCodec<Cycles>::kScalar{
    FormKind::kCycles, "a time",
    [](const std::string& text, const ValueContext& context) { return parse_cycles(text, context.clock); },
    [](const Cycles& value) { return fmt::format("{} cycles", value.count()); }};
template <>
const Scalar<PacketEighths> ScalarCodec<PacketEighths>::kScalar{
    FormKind::kEighths, "a number of packets",
    [](const std::string& text, const ValueContext&) { return parse_eighths(text); },
    [](const PacketEighths& value) { return show_eighths(value); }};

ValueForm Codec<FlowBandwidths>::form() { return {FormKind::kRates, {kMachineWord}}; }
void Codec<FlowBandwidths>::decode(const YamlNode& node, const ValueContext& context, FlowBandwidths& value) {
  value.is_list = node.is(YamlNode::Kind::kSequence);
  if (value.is_list) return ListOrWord<kMachineWord, BytesPerSecond>::decode(node, context, value.rates);
  std::optional<BytesPerSecond> rate;
  OptionalOrWord<kMachineWord, BytesPerSecond>::decode(node, context, rate);
  if (rate) value.rates = {*rate};
  if (is_word(node, kMachineWord)) value.rates.clear();
}
std::string Codec<FlowBandwidths>::show(const FlowBandwidths& value) {
  if (value.rates.size() == 1 && !value.is_list) return Codec<BytesPerSecond>::show(value.rates.front());
  return ListOrWord<kMachineWord, BytesPerSecond>::show(value.rates);
}

ValueForm Codec<DimensionLetters>::form() {
  return {FormKind::kList, {kAscending}, {}, {Codec<DimensionLetter>::form()}};
}
void Codec<DimensionLetters>::decode(const YamlNode& node, const ValueContext& context, DimensionLetters& value) {
  DimensionList<DimensionLetter> letters;
  const std::size_t faults = context.diagnostics.size();
  OrWord<kAscending, DimensionList<DimensionLetter>, DimensionsCodec<DimensionLetter>>::decode(node, context, letters);
  if (context.diagnostics.size() > faults || !is_known(node)) return;
  value = {};
  for (const DimensionLetter letter : letters) value.push_back(static_cast<int>(letter));
}
std::string Codec<DimensionLetters>::show(const DimensionLetters& value) {
  std::vector<const char*> letters;
  for (const int dimension : value) letters.push_back(kDimensionNames[static_cast<std::size_t>(dimension)]);
  return letters.empty() ? kAscending : fmt::format("[{}]", fmt::join(letters, ", "));
}

ValueForm Codec<CableDelays>::form() { return {FormKind::kTimes, {}}; }
void Codec<CableDelays>::decode(const YamlNode& node, const ValueContext& context, CableDelays& value) {
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
std::string Codec<CableDelays>::show(const CableDelays& value) {
  std::vector<std::string> delays;
  for (const Picoseconds delay : value) delays.push_back(Codec<Picoseconds>::show(delay));
  return delays.size() == 1 ? delays.front() : fmt::format("[{}]", fmt::join(delays, ", "));
}

using Names = ListOrWord<kNoneWord, std::string>;

ValueForm Codec<std::vector<std::string>>::form() { return Names::form(); }

void Codec<std::vector<std::string>>::decode(const YamlNode& node, const ValueContext& context,
                                             std::vector<std::string>& value) {
  Names::decode(node, context, value);
}

std::string Codec<std::vector<std::string>>::show(const std::vector<std::string>& value) {
  return value.empty() ? kNoneWord : nlohmann::json(value).dump();  // JSON is YAML, whatever is in the names
}

ValueForm Codec<std::vector<RtlReplacement>>::form() { return {ValueForm::Kind::kReplacements, {"none"}}; }

void Codec<std::vector<RtlReplacement>>::decode(const YamlNode& node, const ValueContext& context,
                                                std::vector<RtlReplacement>& value) {
  if (!is_known(node)) return;
  if (node.is(YamlNode::Kind::kScalar) && node.text == "none") return value.clear();
  if (!node.is(YamlNode::Kind::kMap))
    return context.fault(node, fmt::format("takes a map of parts, as in {}, or none", kExample));
  if (node.items.empty()) return context.fault(node, "nothing is replaced; leave the key out, or write none");
  const std::size_t faults = context.diagnostics.size();
  std::vector<RtlReplacement> found;
  for_each_key(node, context, Codec<RtlPart>::words(), [&](const std::string& part, const YamlNode& item) {
    RtlReplacement& replacement = found.emplace_back();
    Codec<RtlPart>::decode({YamlNode::Kind::kScalar, item.place, part, {}, {}, {}}, context, replacement.part);
    decode_one(item, context, replacement);
  });
  if (context.diagnostics.size() == faults) value = std::move(found);
}

std::string Codec<std::vector<RtlReplacement>>::show(const std::vector<RtlReplacement>& value) {
  std::vector<std::string> parts;
  for (const RtlReplacement& replacement : value) {
    std::string text = fmt::format("{}: {{sources: {}, top: {}, lockstep: {}", Codec<RtlPart>::show(replacement.part),
                                   replacement.sources, replacement.top, replacement.lockstep);
    if (!replacement.model.empty()) text += ", model: " + replacement.model;
    std::vector<std::string> parameters;
    for (const auto& [name, number] : replacement.parameters) parameters.push_back(fmt::format("{}: {}", name, number));
    if (!parameters.empty()) text += fmt::format(", parameters: {{{}}}", fmt::join(parameters, ", "));
    parts.push_back(text + "}");
  }
  return parts.empty() ? "none" : fmt::format("{{{}}}", fmt::join(parts, ", "));
}

ValueForm parts_form() { return {ValueForm::Kind::kParts, {kNoneWord}}; }

void decode_parts(const YamlNode& node, const ValueContext& context, const char* kind, std::vector<PlacedPart>& value) {
  if (!is_known(node)) return;
  if (is_word(node, kNoneWord)) return value.clear();
  if (!node.is(YamlNode::Kind::kMap)) {
    return wrong_kind(node, context, fmt::format("a map of {}s and their nodes, or none", kind));
  }
  if (node.items.empty()) return context.fault(node, "the map is empty; leave the key out, or write none");
  std::vector<std::string> names;
  for (const Policy* policy : policies_of(kind)) names.push_back(policy->name);
  if (names.empty()) {
    return context.fault(node.keys.front(),
                         fmt::format("there is no {0} '{1}', nor any other {0}: name the plug-in that "
                                     "has it in `plugins`, or with --plugin",
                                     kind, node.keys.front().text));
  }
  const std::size_t faults = context.diagnostics.size();
  std::vector<PlacedPart> found;
  for_each_key(node, context, names, [&](const std::string& name, const YamlNode& item) {
    PlacedPart& part = found.emplace_back();
    part.name = name;
    ValueContext at = context;
    at.key = context.key + "." + name;
    Codec<NodeSelection>::decode(item, at, part.nodes);
    if (is_word(item, kNoneWord)) found.pop_back();
  });
  if (context.diagnostics.size() == faults) value = std::move(found);
}

std::string show_nodes(const std::vector<PlacedPart>& value, int dimensions) {
  std::vector<std::string> parts;
  for (const PlacedPart& part : value) {
    parts.push_back(fmt::format("{}: {}", part.name, show_nodes(part.nodes, dimensions)));
  }
  return parts.empty() ? kNoneWord : fmt::format("{{{}}}", fmt::join(parts, ", "));
}

}  // namespace tactus
