#pragma once

#include <string>
#include <vector>

namespace tactus {

/// JSON Schema of scenarios (scenarios/schema.json), for editors; with the keys and words of plug-ins that are loaded.
std::string scenario_schema();

struct KeySpec;
/// A key for the terminal: path, values and default, and the text of its meaning below.
std::string key_help(const KeySpec& key);

/// A page of the documentation that has the tables of some sections of keys.
struct KeyPage {
  std::string path;                   ///< from the root of the repository
  std::vector<std::string> sections;  ///< in the order of the page; "" has the keys outside of sections
};

/// Each section stands on one of them, once.
const std::vector<KeyPage>& key_pages();

/// The tables of all keys of `page`.
std::string key_tables(const KeyPage& page);

/// `text` with what stands between its markers `<!-- keys: begin ... -->` and `<!-- keys: end -->` replaced by
/// `key_tables(page)`; unchanged if it has no markers.
std::string with_key_tables(const KeyPage& page, const std::string& text);

}  // namespace tactus
