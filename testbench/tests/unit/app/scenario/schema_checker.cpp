#include "testbench/tests/unit/app/scenario/schema_checker.h"

#include <algorithm>
#include <cmath>
#include <regex>

#include "testbench/app/scenario/yaml_tree.h"

namespace tactus::test {
namespace {

using nlohmann::json;

bool has_type(const json& value, const std::string& type) {
  if (type == "string") return value.is_string();
  if (type == "number") return value.is_number();
  if (type == "integer") return value.is_number_integer();
  if (type == "boolean") return value.is_boolean();
  if (type == "array") return value.is_array();
  if (type == "null") return value.is_null();
  return type == "object" && value.is_object();
}

bool has_one_of(const json& value, const json& types) {
  if (types.is_string()) return has_type(value, types);
  return std::any_of(types.begin(), types.end(), [&](const json& type) { return has_type(value, type); });
}

bool matches(const std::string& text, const json& pattern) {
  return std::regex_search(text, std::regex(pattern.get<std::string>()));
}

json as_json(const YamlNode& node) {
  switch (node.kind) {
    case YamlNode::Kind::kEmpty:
      return nullptr;
    case YamlNode::Kind::kScalar: {
      const json value = json::parse(node.text, nullptr, false);
      return value.is_number() || value.is_boolean() ? value : json(node.text);
    }
    case YamlNode::Kind::kSequence: {
      json list = json::array();
      for (const YamlNode& item : node.items) list.push_back(as_json(item));
      return list;
    }
    case YamlNode::Kind::kMap:
      break;
  }
  json map = json::object();
  for (std::size_t i = 0; i < node.items.size(); ++i) map[node.keys[i].text] = as_json(node.items[i]);
  return map;
}

class Checker {
 public:
  std::vector<std::string> check(const json& schema, const json& value, const std::string& path) {
    for (const auto& [word, argument] : schema.items()) check_word(word, argument, schema, value, path);
    return std::move(faults_);
  }

 private:
  void check_word(const std::string& word, const json& argument, const json& schema, const json& value,
                  const std::string& path) {
    const auto require = [&](bool holds) {
      if (!holds) faults_.push_back(path + ": " + word + " " + argument.dump() + " but " + value.dump());
    };
    const auto nested = [&](const json& inner, const json& item, const std::string& name) {
      const std::vector<std::string> found = schema_faults(inner, item, path + "/" + name);
      faults_.insert(faults_.end(), found.begin(), found.end());
    };
    if (word == "type") {
      require(has_one_of(value, argument));
    } else if (word == "enum") {
      require(std::find(argument.begin(), argument.end(), value) != argument.end());
    } else if (word == "pattern") {
      require(!value.is_string() || matches(value, argument));
    } else if (word == "minimum") {
      require(!value.is_number() || value >= argument);
    } else if (word == "maximum") {
      require(!value.is_number() || value <= argument);
    } else if (word == "exclusiveMinimum") {
      require(!value.is_number() || value > argument);
    } else if (word == "exclusiveMaximum") {
      require(!value.is_number() || value < argument);
    } else if (word == "multipleOf") {
      require(!value.is_number() || std::fmod(value.get<double>(), argument.get<double>()) == 0);
    } else if (word == "minItems") {
      require(!value.is_array() || value.size() >= argument);
    } else if (word == "maxItems") {
      require(!value.is_array() || value.size() <= argument);
    } else if (word == "items") {
      if (value.is_array())
        std::for_each(value.begin(), value.end(), [&](const json& item) { nested(argument, item, "*"); });
    } else if (word == "anyOf") {
      require(std::any_of(argument.begin(), argument.end(),
                          [&](const json& form) { return schema_faults(form, value, path).empty(); }));
    } else if (word == "properties") {
      for (const auto& [name, inner] : argument.items()) {
        if (value.is_object() && value.contains(name)) nested(inner, value[name], name);
      }
    } else if (word == "required") {
      for (const auto& name : argument) require(!value.is_object() || value.contains(name.get<std::string>()));
    } else if (word == "minProperties") {
      require(!value.is_object() || value.size() >= argument);
    } else if (word == "maxProperties") {
      require(!value.is_object() || value.size() <= argument);
    } else if (word == "propertyNames") {
      for (const auto& [name, item] : value.items()) require(matches(name, argument["pattern"]));
    } else if (word == "additionalProperties") {
      for (const auto& [name, item] : value.items()) {
        if (schema.contains("properties") && schema["properties"].contains(name)) continue;
        require(argument != json(false));
        if (argument.is_object()) nested(argument, item, name);
      }
    } else {
      const bool annotation = word == "$schema" || word == "title" || word == "description" || word == "default";
      require(annotation);
    }
  }

  std::vector<std::string> faults_;
};

}  // namespace

json json_of_yaml(const std::string& text) {
  const SourceText source{"text", text, 1, 0};
  DiagnosticList diagnostics;
  return as_json(parse_yaml(source, 0, diagnostics).value());
}

json without_references(json schema, const json& definitions) {
  constexpr char kReference[] = "$ref";
  if (schema.is_object() && schema.contains(kReference)) {
    const std::string path = schema[kReference];
    return without_references(definitions.at(path.substr(path.rfind('/') + 1)), definitions);
  }
  if (schema.is_object()) schema.erase("definitions");
  if (schema.is_structured()) {
    for (json& inner : schema) inner = without_references(inner, definitions);
  }
  return schema;
}

std::vector<std::string> schema_faults(const json& schema, const json& value, const std::string& path) {
  return Checker().check(schema, value, path);
}

}  // namespace tactus::test
