#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "testbench/app/scenario/diagnostic.h"

namespace tactus {

/// A YAML value with its place. Unlike yaml-cpp's own nodes it keeps duplicate keys, so that they can be diagnosed.
struct YamlNode {
  enum class Kind : std::uint8_t { kEmpty, kScalar, kSequence, kMap };

  Kind kind = Kind::kEmpty;
  Place place;                  ///< nowhere (no source) if the value is unknown because of a fault already reported
  std::string text;             ///< kScalar
  std::string written;          ///< kScalar: the text before parameters were put in; empty if it has none
  std::vector<YamlNode> keys;   ///< kMap: as many as `items`
  std::vector<YamlNode> items;  ///< kSequence: its values; kMap: the values of its keys

  [[nodiscard]] bool is(Kind wanted) const { return kind == wanted; }
};

/// "nothing", "a list", ...: the kind in a message.
std::string describe(YamlNode::Kind kind);

/// The value on one line, as YAML.
std::string show(const YamlNode& node);

/// Parses the one document in `source`, from byte `offset` of its first line on. Syntax errors, anchors, aliases,
/// tags, quotes that are not closed in their line and further documents are put on the list; nothing is returned after
/// a syntax error.
std::optional<YamlNode> parse_yaml(const SourceText& source, std::size_t offset, DiagnosticList& diagnostics);

}  // namespace tactus
