#include "testbench/app/scenario/value_codec.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>

#include "testbench/app/scenario/nearest.h"
#include "testbench/app/scenario/quantity.h"

namespace tactus {
namespace {

using FormKind = ValueForm::Kind;

/// Quantities of one dimension that are not `Cycles`.
template <class T>
void decode_quantity(const YamlNode& node, const ValueContext& context, Dimension dimension, T& value) {
  const std::string* text = context.scalar(node, fmt::format("a {}", name_of(dimension)));
  if (text == nullptr) return;
  const Parsed<std::uint64_t> parsed = parse_quantity(*text, dimension);
  if (!parsed) return context.fault(node, parsed.fault);
  value = T{*parsed.value};
}

/// Counts of fewer bits.
template <class T>
void decode_small(const YamlNode& node, const ValueContext& context, std::uint64_t most, T& value) {
  const std::optional<std::uint64_t> count = decoded<std::uint64_t>(node, context);
  if (!count) return;
  if (*count > most) return context.fault(node, fmt::format("{} is too large: at most {}", *count, most));
  value = static_cast<T>(*count);
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
ValueForm PlainCodec<std::string>::form() {
  return {FormKind::kText, {}};
}
template <>
void PlainCodec<std::string>::decode(const YamlNode& node, const ValueContext& context, std::string& value) {
  const std::string* text = context.scalar(node, "a text");
  if (text == nullptr) return;
  if (text->empty()) return context.fault(node, "the text is empty");
  value = *text;
}
template <>
std::string PlainCodec<std::string>::show(const std::string& value) {
  return value;
}

template <>
ValueForm PlainCodec<bool>::form() {
  return {FormKind::kBoolean, {}};
}
template <>
void PlainCodec<bool>::decode(const YamlNode& node, const ValueContext& context, bool& value) {
  const int position = decode_word(node, context, {"false", "true"});
  if (position >= 0) value = position == 1;
}
template <>
std::string PlainCodec<bool>::show(const bool& value) {
  return value ? "true" : "false";
}

template <>
ValueForm PlainCodec<std::uint64_t>::form() {
  return {FormKind::kCount, {}};
}
template <>
void PlainCodec<std::uint64_t>::decode(const YamlNode& node, const ValueContext& context, std::uint64_t& value) {
  const std::string* text = context.scalar(node, "a whole number");
  if (text == nullptr) return;
  const Parsed<std::uint64_t> parsed = parse_count(*text);
  if (!parsed) return context.fault(node, parsed.fault);
  value = *parsed.value;
}
template <>
std::string PlainCodec<std::uint64_t>::show(const std::uint64_t& value) {
  return fmt::format("{}", value);
}

template <>
ValueForm PlainCodec<std::uint32_t>::form() {
  return {FormKind::kCount, {}};
}
template <>
void PlainCodec<std::uint32_t>::decode(const YamlNode& node, const ValueContext& context, std::uint32_t& value) {
  decode_small(node, context, std::numeric_limits<std::uint16_t>::max(), value);
}
template <>
std::string PlainCodec<std::uint32_t>::show(const std::uint32_t& value) {
  return fmt::format("{}", value);
}

template <>
ValueForm PlainCodec<int>::form() {
  return {FormKind::kCount, {}};
}
template <>
void PlainCodec<int>::decode(const YamlNode& node, const ValueContext& context, int& value) {
  decode_small(node, context, std::numeric_limits<int>::max(), value);
}
template <>
std::string PlainCodec<int>::show(const int& value) {
  return fmt::format("{}", value);
}

template <>
ValueForm PlainCodec<double>::form() {
  return {FormKind::kNumber, {}};
}
template <>
void PlainCodec<double>::decode(const YamlNode& node, const ValueContext& context, double& value) {
  const std::string* text = context.scalar(node, "a number");
  if (text == nullptr) return;
  double number = 0;
  const char* end = text->data() + text->size();
  const auto [rest, error] = std::from_chars(text->data(), end, number);
  if (error != std::errc() || rest != end || !std::isfinite(number)) {
    return context.fault(node, fmt::format("'{}' is no number, as in 0.25", *text));
  }
  if (std::signbit(number)) return context.fault(node, fmt::format("'{}': cannot be negative", *text));
  value = number;
}
template <>
std::string PlainCodec<double>::show(const double& value) {
  return fmt::format("{}", value);
}

template <>
ValueForm PlainCodec<Bytes>::form() {
  return {FormKind::kSize, {}};
}
template <>
void PlainCodec<Bytes>::decode(const YamlNode& node, const ValueContext& context, Bytes& value) {
  decode_quantity(node, context, Dimension::kSize, value);
}
template <>
std::string PlainCodec<Bytes>::show(const Bytes& value) {
  return show_quantity(value.count(), Dimension::kSize);
}

template <>
ValueForm PlainCodec<BytesPerSecond>::form() {
  return {FormKind::kRate, {}};
}
template <>
void PlainCodec<BytesPerSecond>::decode(const YamlNode& node, const ValueContext& context, BytesPerSecond& value) {
  decode_quantity(node, context, Dimension::kRate, value);
}
template <>
std::string PlainCodec<BytesPerSecond>::show(const BytesPerSecond& value) {
  return show_quantity(value.count(), Dimension::kRate);
}

template <>
ValueForm PlainCodec<Picoseconds>::form() {
  return {FormKind::kTime, {}};
}
template <>
void PlainCodec<Picoseconds>::decode(const YamlNode& node, const ValueContext& context, Picoseconds& value) {
  decode_quantity(node, context, Dimension::kTime, value);
}
template <>
std::string PlainCodec<Picoseconds>::show(const Picoseconds& value) {
  return show_quantity(value.count(), Dimension::kTime);
}

template <>
ValueForm PlainCodec<Clock>::form() {
  return {FormKind::kTime, {}};
}
template <>
void PlainCodec<Clock>::decode(const YamlNode& node, const ValueContext& context, Clock& value) {
  const std::string* text = context.scalar(node, "a time");
  if (text == nullptr) return;
  const Parsed<Clock> parsed = parse_clock(*text);
  if (!parsed) return context.fault(node, parsed.fault);
  value = *parsed.value;
}
template <>
std::string PlainCodec<Clock>::show(const Clock& value) {
  return show_clock(value);
}

template <>
ValueForm PlainCodec<Cycles>::form() {
  return {FormKind::kCycles, {}};
}
template <>
void PlainCodec<Cycles>::decode(const YamlNode& node, const ValueContext& context, Cycles& value) {
  const std::string* text = context.scalar(node, "a time");
  if (text == nullptr) return;
  const Parsed<Cycles> parsed = parse_cycles(*text, context.clock);
  if (!parsed) return context.fault(node, parsed.fault);
  value = *parsed.value;
}
template <>
std::string PlainCodec<Cycles>::show(const Cycles& value) {
  return fmt::format("{} cycles", value.count());
}

template <>
ValueForm PlainCodec<PacketEighths>::form() {
  return {FormKind::kEighths, {}};
}
template <>
void PlainCodec<PacketEighths>::decode(const YamlNode& node, const ValueContext& context, PacketEighths& value) {
  const std::string* text = context.scalar(node, "a number of packets");
  if (text == nullptr) return;
  const Parsed<PacketEighths> parsed = parse_eighths(*text);
  if (!parsed) return context.fault(node, parsed.fault);
  value = *parsed.value;
}
template <>
std::string PlainCodec<PacketEighths>::show(const PacketEighths& value) {
  return show_eighths(value);
}
template <>
ValueForm PlainCodec<FlowBandwidths>::form() {
  return {FormKind::kRates, {kMachineWord}};
}
template <>
void PlainCodec<FlowBandwidths>::decode(const YamlNode& node, const ValueContext& context, FlowBandwidths& value) {
  value.is_list = node.is(YamlNode::Kind::kSequence);
  if (value.is_list) return ListOrWord<kMachineWord, BytesPerSecond>::decode(node, context, value.rates);
  std::optional<BytesPerSecond> rate;
  OptionalOrWord<kMachineWord, BytesPerSecond>::decode(node, context, rate);
  if (rate) value.rates = {*rate};
  if (is_word(node, kMachineWord)) value.rates.clear();
}
template <>
std::string PlainCodec<FlowBandwidths>::show(const FlowBandwidths& value) {
  if (value.rates.size() == 1 && !value.is_list) return Codec<BytesPerSecond>::show(value.rates.front());
  return ListOrWord<kMachineWord, BytesPerSecond>::show(value.rates);
}

}  // namespace tactus
