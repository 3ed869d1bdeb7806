#pragma once

#include <string>

namespace tactus {

/// The tables that explain the fields of result.json.
std::string result_field_tables();

/// `text`, docs/reference/results.md, with these tables between its markers `<!-- fields: begin ... -->` and
/// `<!-- fields: end -->`.
std::string with_result_fields(const std::string& text);

}  // namespace tactus
