#pragma once

#include <string>

namespace tactus {

/// JSON Schema of scenarios (scenarios/schema.json), for editors.
std::string scenario_schema();

/// The tables of all keys in docs/reference/scenario_file.md.
std::string key_tables();

/// `page` with what stands between its markers `<!-- keys: begin ... -->` and `<!-- keys: end -->` replaced by
/// `key_tables()`; unchanged if it has no markers.
std::string with_key_tables(const std::string& page);

}  // namespace tactus
