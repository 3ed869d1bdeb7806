#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace tactus::test {

/// Ways in which `value` breaks `schema`, as paths and reasons; for the words of JSON Schema that ours uses.
/// Words that are unknown here are reported too.
std::vector<std::string> schema_faults(const nlohmann::json& schema, const nlohmann::json& value,
                                       const std::string& path = "");

}  // namespace tactus::test
