#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace tactus::test {

/// Ways in which `value` breaks `schema`, as paths and reasons; for the words of JSON Schema that ours uses.
/// Words that are unknown here are reported too.
std::vector<std::string> schema_faults(const nlohmann::json& schema, const nlohmann::json& value,
                                       const std::string& path = "");

/// `text`, which is YAML, as an editor's reader understands it: plain numbers are numbers, plain true and false are not
/// text.
nlohmann::json json_of_yaml(const std::string& text);

/// `schema` with each of `definitions` in the place of its references.
nlohmann::json without_references(nlohmann::json schema, const nlohmann::json& definitions);

}  // namespace tactus::test
