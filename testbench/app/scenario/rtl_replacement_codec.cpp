#include <fmt/format.h>

#include <algorithm>

#include "testbench/app/scenario/nearest.h"
#include "testbench/app/scenario/struct_codec.h"

namespace tactus {
namespace {

using Kind = YamlNode::Kind;

constexpr char kExample[] = "{pacer: {sources: FOLDER, top: MODULE}}";

void decode_one(const YamlNode& node, const ValueContext& context, RtlReplacement& value) {
  const std::string part = Codec<RtlPart>::show(value.part);
  if (!node.is(Kind::kMap)) {
    return context.fault(node, fmt::format("{} takes a map with sources, and top and lockstep if need be, not {}", part,
                                           describe(node.kind)));
  }
  value.top = module_of(value.part);
  for_each_key(node, context, {"sources", "top", "lockstep"}, [&](const std::string& key, const YamlNode& item) {
    if (key == "sources") Codec<std::string>::decode(item, context, value.sources);
    if (key == "top") Codec<std::string>::decode(item, context, value.top);
    if (key == "lockstep") Codec<bool>::decode(item, context, value.lockstep);
  });
  const auto is_sources = [](const YamlNode& key) { return key.text == "sources"; };
  if (std::none_of(node.keys.begin(), node.keys.end(), is_sources)) {
    context.fault(node, fmt::format("{} needs sources, a folder of SystemVerilog files", part));
  }
}

}  // namespace

template <>
ValueForm PlainCodec<std::vector<RtlReplacement>>::form() {
  return {ValueForm::Kind::kReplacements, {"none"}};
}

template <>
void PlainCodec<std::vector<RtlReplacement>>::decode(const YamlNode& node, const ValueContext& context,
                                                     std::vector<RtlReplacement>& value) {
  if (!is_known(node)) return;
  if (node.is(Kind::kScalar) && node.text == "none") return value.clear();
  if (!node.is(Kind::kMap))
    return context.fault(node, fmt::format("takes a map of parts, as in {}, or none", kExample));
  if (node.items.empty()) return context.fault(node, "nothing is replaced; leave the key out, or write none");
  const std::size_t faults = context.diagnostics.size();
  std::vector<RtlReplacement> found;
  for_each_key(node, context, Codec<RtlPart>::words(), [&](const std::string& part, const YamlNode& item) {
    RtlReplacement& replacement = found.emplace_back();
    Codec<RtlPart>::decode({Kind::kScalar, item.place, part, {}, {}, {}}, context, replacement.part);
    decode_one(item, context, replacement);
  });
  if (context.diagnostics.size() == faults) value = std::move(found);
}

template <>
std::string PlainCodec<std::vector<RtlReplacement>>::show(const std::vector<RtlReplacement>& value) {
  std::vector<std::string> parts;
  for (const RtlReplacement& replacement : value) {
    parts.push_back(fmt::format("{}: {{sources: {}, top: {}, lockstep: {}}}", Codec<RtlPart>::show(replacement.part),
                                replacement.sources, replacement.top, replacement.lockstep));
  }
  return parts.empty() ? "none" : fmt::format("{{{}}}", fmt::join(parts, ", "));
}

}  // namespace tactus
