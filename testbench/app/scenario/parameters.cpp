#include "testbench/app/scenario/parameters.h"

#include <fmt/core.h>

#include <algorithm>

#include "testbench/app/scenario/nearest.h"
#include "testbench/app/scenario/scenario_keys.h"
#include "testbench/app/scenario/source_file.h"

namespace tactus {
namespace {

using Kind = YamlNode::Kind;

bool is_snake_case(const std::string& name) {
  const auto lower = [](char c) { return c >= 'a' && c <= 'z'; };
  return !name.empty() && lower(name[0]) &&
         std::all_of(name.begin(), name.end(), [&](char c) { return lower(c) || (c >= '0' && c <= '9') || c == '_'; });
}

}  // namespace

void Parameters::declare(const YamlNode& section) {
  if (!section.is(Kind::kMap)) {
    return diagnostics_.add(section.place, "parameters: a section of names and values, not " + describe(section.kind));
  }
  for (std::size_t i = 0; i < section.items.size(); ++i) {
    const YamlNode& key = section.keys[i];
    const std::string& name = key.text;
    if (!key.is(Kind::kScalar) || !is_snake_case(name)) {
      diagnostics_.add(key.place,
                       fmt::format("'{}': a parameter's name is lower-case letters, digits and _", show(key)));
    } else if (find_key(name) >= 0 || is_section(name)) {
      diagnostics_.add(key.place, fmt::format("'{}' is the name of a key; --set could not tell them apart", name));
    } else if (has(name)) {
      diagnostics_.add(key.place, fmt::format("parameter '{}' is given twice; first in line {}", name,
                                              list_.at(name).declared.line));
    } else if (check_value(name, section.items[i])) {
      list_[name] = {key.place, section.items[i], false};
    } else {
      // Known, so that its uses are not reported too.
      list_[name] = {key.place, {}, true};
    }
  }
}

std::vector<std::string> Parameters::names() const {
  std::vector<std::string> names;
  for (const auto& entry : list_) names.push_back(entry.first);
  return names;
}

std::string Parameters::unknown(const std::string& name) { return fmt::format("no parameter '{}'", name); }

std::string Parameters::unknown_hint(const std::string& name) const {
  if (list_.empty()) return "; the scenario declares none under 'parameters'";
  const std::string hint = did_you_mean(name, names());
  return hint.empty() ? "; there are " + enumeration(names(), "and") : hint;
}

void Parameters::set(const std::string& name, const YamlNode& value) {
  if (check_value(name, value)) list_.at(name).value = value;
}

bool Parameters::check_value(const std::string& name, const YamlNode& value) {
  const auto is_plain = [](const YamlNode& item) { return item.is(Kind::kScalar); };
  const bool is_value =
      is_plain(value) ||
      (value.is(Kind::kSequence) && std::all_of(value.items.begin(), value.items.end(), [&](const YamlNode& item) {
         return is_plain(item) ||
                (item.is(Kind::kSequence) && std::all_of(item.items.begin(), item.items.end(), is_plain));
       }));
  if (!is_value) {
    diagnostics_.add(value.place, fmt::format("parameter '{}' takes a value or a list of values, not {}", name,
                                              value.is(Kind::kSequence) ? "this list" : describe(value.kind)));
    return false;
  }
  if (show(value).find("${") != std::string::npos) {
    diagnostics_.add(value.place, fmt::format("parameter '{}': a parameter's value cannot refer to another", name));
    return false;
  }
  return true;
}

YamlNode Parameters::resolve(const YamlNode& node) {
  if (node.is(Kind::kScalar)) return resolve_scalar(node);
  YamlNode resolved = node;
  for (YamlNode& item : resolved.items) item = resolve(item);
  return resolved;
}

YamlNode Parameters::resolve_scalar(const YamlNode& node) {
  YamlNode resolved = node;
  resolved.text.clear();
  std::size_t from = 0;
  for (std::size_t at = node.text.find("${"); at != std::string::npos; at = node.text.find("${", from)) {
    std::size_t end = 0;
    Parameter* parameter = referred(node, at, end);
    // A fault has been reported; nothing that follows from it should be.
    if (parameter == nullptr || parameter->value.is(Kind::kEmpty)) return YamlNode{Kind::kEmpty, {}, {}, {}, {}, {}};
    parameter->used = true;
    const std::string value = has_room() ? show(parameter->value) : "";
    if (!take_room(node, value)) return YamlNode{Kind::kEmpty, {}, {}, {}, {}, {}};
    if (at == 0 && end == node.text.size()) {
      resolved = parameter->value;
      resolved.written = node.text;
      return resolved;
    }
    resolved.text += node.text.substr(from, at - from) + value;
    resolved.written = node.text;
    from = end;
  }
  resolved.text += node.text.substr(from);
  return resolved;
}

bool Parameters::take_room(const YamlNode& node, const std::string& added) {
  const bool had_room = has_room();
  added_ += added.size();
  if (had_room && !has_room()) {
    diagnostics_.add(node.place, fmt::format("the values of parameters that are put in from the beginning to here have "
                                             "more than {} bytes, the most that a scenario has",
                                             kLargestScenario));
  }
  return has_room();
}

bool Parameters::has_room() const { return added_ <= kLargestScenario; }

Parameters::Parameter* Parameters::referred(const YamlNode& node, std::size_t at, std::size_t& end) {
  const std::size_t close = node.text.find('}', at);
  if (close == std::string::npos) {
    diagnostics_.add(node.place, fmt::format("'{}': a reference is written ${{name}}; the }} is missing", node.text));
    return nullptr;
  }
  end = close + 1;
  const std::string name = node.text.substr(at + 2, close - at - 2);
  const auto found = list_.find(name);
  if (found != list_.end()) return &found->second;
  diagnostics_.add(node.place, unknown(name), [this, name] { return unknown_hint(name); });
  return nullptr;
}

void Parameters::check_used() const {
  for (const auto& [name, parameter] : list_) {
    if (parameter.used) continue;
    diagnostics_.add(parameter.declared,
                     fmt::format("parameter '{}' is not used anywhere; refer to it as ${{{}}}", name, name));
  }
}

std::map<std::string, std::string> Parameters::values() const {
  std::map<std::string, std::string> values;
  for (const auto& [name, parameter] : list_) values[name] = show(parameter.value);
  return values;
}

}  // namespace tactus
