#pragma once

#include <string>
#include <vector>

#include "testbench/app/scenario/yaml_tree.h"

namespace tactus {

/// One `--set` option: "key.path=value".
struct OverrideOption {
  std::vector<YamlNode> path;  ///< its words
  YamlNode value;

  /// The option as a scenario of this one key.
  [[nodiscard]] YamlNode as_tree() const;
};

/// Parses the option in `source`; what is wrong with its form is put on the list.
std::optional<OverrideOption> parse_override(const SourceText& source, DiagnosticList& diagnostics);

}  // namespace tactus
