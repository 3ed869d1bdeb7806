#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "testbench/app/scenario/nearest.h"
#include "testbench/app/scenario/scenario_keys.h"

namespace tactus {
namespace {

std::string section_of(const std::string& path) {
  const std::size_t dot = path.find('.');
  return dot == std::string::npos ? std::string() : path.substr(0, dot);
}
std::string name_in_section(const std::string& path) { return path.substr(path.find('.') + 1); }

}  // namespace

bool is_section(const std::string& name) {
  const std::vector<SectionSpec>& sections = scenario_sections();
  return std::any_of(sections.begin(), sections.end(), [&](const SectionSpec& s) { return s.name == name; });
}

std::vector<std::string> key_names(const std::string& section) {
  std::vector<std::string> names;
  for (const KeySpec& key : scenario_keys()) {
    if (section_of(key.path) == section) names.push_back(name_in_section(key.path));
  }
  if (section.empty()) {
    for (const SectionSpec& s : scenario_sections()) names.push_back(s.name);
  }
  return names;
}

std::string unknown_key(const std::string& section, const std::string& name) {
  return fmt::format("unknown key '{}{}'", section.empty() ? "" : section + ".", name);
}

std::string unknown_key_hint(const std::string& section, const std::string& name,
                             const std::vector<std::string>& also) {
  const std::string prefix = section.empty() ? "" : section + ".";
  if (prefix.empty() && name == "torus") {
    return "; torus.width and torus.height are network.shape: [width, height]";
  }
  std::vector<std::string> siblings = also;
  for (const std::string& sibling : key_names(section)) siblings.push_back(prefix + sibling);
  std::vector<std::string> found = nearest(prefix + name, siblings);
  if (found.empty() || edit_distance(prefix + name, found.front()) >= static_cast<int>(name.size())) {
    found.clear();
    for (const KeySpec& key : scenario_keys()) {
      if (!nearest(name, {name_in_section(key.path)}).empty()) found.push_back(key.path);
    }
  }
  if (!found.empty()) return fmt::format("; did you mean {}?", enumeration(found, "or"));
  return fmt::format("; {} {}", section.empty() ? "a scenario has" : "section " + section + " has",
                     enumeration(key_names(section), "and"));
}

}  // namespace tactus
