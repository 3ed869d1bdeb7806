#pragma once

#include <map>
#include <string>

#include "testbench/app/scenario/yaml_tree.h"

namespace tactus {

/// The parameters of a scenario: declared in its `parameters` section, set by `--set name=value`, used as ${name}
/// in any value.
class Parameters {
 public:
  explicit Parameters(DiagnosticList& diagnostics) : diagnostics_(diagnostics) {}

  /// Takes the section's names and defaults.
  void declare(const YamlNode& section);
  [[nodiscard]] bool has(const std::string& name) const { return list_.count(name) > 0; }
  [[nodiscard]] std::vector<std::string> names() const;
  /// "no parameter 'm'": what is wrong with that name, and "; did you mean n?": what would be right.
  [[nodiscard]] static std::string unknown(const std::string& name);
  [[nodiscard]] std::string unknown_hint(const std::string& name) const;
  /// Gives a declared parameter another value.
  void set(const std::string& name, const YamlNode& value);

  /// `node` with every ${name} replaced. A scalar that is one ${name} and nothing else takes the parameter's value,
  /// which may be a list, and its place: what is wrong there is the parameter's value. All that is put in is together
  /// no larger than a scenario may be.
  YamlNode resolve(const YamlNode& node);

  /// Puts parameters that no `resolve` has met on the list.
  void check_used() const;
  [[nodiscard]] std::map<std::string, std::string> values() const;

 private:
  struct Parameter {
    Place declared;
    YamlNode value;
    bool used = false;
  };

  bool check_value(const std::string& name, const YamlNode& value);
  YamlNode resolve_scalar(const YamlNode& node);
  /// Whether this text may be put in, too; the first that may not is a fault.
  bool take_room(const YamlNode& node, const std::string& added);
  [[nodiscard]] bool has_room() const;
  /// The parameter named by the reference that begins at `text[at]`, whose end is put in `end`; null and a fault if
  /// there is none.
  Parameter* referred(const YamlNode& node, std::size_t at, std::size_t& end);

  DiagnosticList& diagnostics_;
  std::map<std::string, Parameter> list_;
  std::size_t added_ = 0;  ///< bytes that `resolve` has put in
};

}  // namespace tactus
