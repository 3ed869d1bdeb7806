#include "testbench/app/scenario/lone_node_codec.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

namespace tactus {
namespace {

constexpr char kSame[] = "same";
constexpr char kAll[] = "all";

bool is_only_word(const YamlNode& node, const char* word) {
  return node.is(YamlNode::Kind::kScalar) && node.text == word;
}

}  // namespace

template <>
ValueForm PlainCodec<std::optional<CopyProtocolKind>>::form() {
  ValueForm form = Codec<CopyProtocolKind>::form();
  form.words.insert(form.words.begin(), kSame);
  return form;
}
template <>
void PlainCodec<std::optional<CopyProtocolKind>>::decode(const YamlNode& node, const ValueContext& context,
                                                         std::optional<CopyProtocolKind>& value) {
  if (is_only_word(node, kSame)) return value.reset();
  const int position = decode_word(node, context, form().words);
  if (position > 0) value = EnumWords<CopyProtocolKind>::kWords[static_cast<std::size_t>(position - 1)].second;
}
template <>
std::string PlainCodec<std::optional<CopyProtocolKind>>::show(const std::optional<CopyProtocolKind>& value) {
  return value ? Codec<CopyProtocolKind>::show(*value) : kSame;
}

template <>
ValueForm PlainCodec<std::vector<CopyProtocolKind>>::form() {
  return {ValueForm::Kind::kList, {}, {}, {Codec<CopyProtocolKind>::form()}};
}
template <>
void PlainCodec<std::vector<CopyProtocolKind>>::decode(const YamlNode& node, const ValueContext& context,
                                                       std::vector<CopyProtocolKind>& value) {
  if (!node.is(YamlNode::Kind::kSequence)) {
    return context.fault(node, "takes a list of protocols, as in [sm_rendezvous, pvas]");
  }
  std::vector<CopyProtocolKind> items(node.items.size());
  for (std::size_t i = 0; i < items.size(); ++i) Codec<CopyProtocolKind>::decode(node.items[i], context, items[i]);
  value = std::move(items);
}
template <>
std::string PlainCodec<std::vector<CopyProtocolKind>>::show(const std::vector<CopyProtocolKind>& value) {
  std::vector<std::string> items;
  for (const CopyProtocolKind item : value) items.push_back(Codec<CopyProtocolKind>::show(item));
  return fmt::format("[{}]", fmt::join(items, ", "));
}

template <>
ValueForm PlainCodec<PatternSize>::form() {
  return {ValueForm::Kind::kSize, {kAll}};
}
template <>
void PlainCodec<PatternSize>::decode(const YamlNode& node, const ValueContext& context, PatternSize& value) {
  if (is_only_word(node, kAll)) return value.one.reset();
  Bytes size = Bytes::max();
  Codec<Bytes>::decode(node, context, size);
  if (size != Bytes::max()) value.one = size;
}
template <>
std::string PlainCodec<PatternSize>::show(const PatternSize& value) {
  return value.one ? Codec<Bytes>::show(*value.one) : kAll;
}

}  // namespace tactus
