#include "testbench/app/scenario/override_option.h"

#include <fmt/core.h>

namespace tactus {
namespace {

using Kind = YamlNode::Kind;

Place place_at(const SourceText& source, std::size_t byte) {
  return {&source, source.first_line, static_cast<int>(byte) + 1};
}

}  // namespace

YamlNode OverrideOption::as_tree() const {
  YamlNode tree = value;
  for (auto word = path.rbegin(); word != path.rend(); ++word) {
    tree = {Kind::kMap, word->place, {}, {}, {*word}, {tree}};
  }
  return tree;
}

std::optional<OverrideOption> parse_override(const SourceText& source, DiagnosticList& diagnostics) {
  const std::string& text = source.text;
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    diagnostics.add(place_at(source, 0), fmt::format("'{}' is no setting: write key.path=value or name=value", text));
    return std::nullopt;
  }
  OverrideOption option;
  for (std::size_t begin = 0; begin <= equals;) {
    const std::size_t end = std::min(text.find('.', begin), equals);
    option.path.push_back({Kind::kScalar, place_at(source, begin), text.substr(begin, end - begin), {}, {}, {}});
    begin = end + 1;
  }
  std::optional<YamlNode> value = parse_yaml(source, equals + 1, diagnostics);
  if (!value) return std::nullopt;
  option.value = std::move(*value);
  if (option.value.is(Kind::kEmpty)) option.value.place = place_at(source, equals + 1);
  return option;
}

}  // namespace tactus
