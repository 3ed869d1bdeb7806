#include "testbench/app/scenario/scenario_yaml.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "testbench/app/scenario/scenario_keys.h"

namespace tactus {

std::string to_yaml(const Scenario& scenario, const std::string& messages_file) {
  Scenario named = scenario;
  named.messages_file = messages_file;
  const Scenario defaults;
  const bool other_clock = scenario.machine.clock != defaults.machine.clock ||
                           scenario.lone_node.cores.cycle != defaults.lone_node.cores.cycle;
  std::string text;
  std::string section;
  for (const KeySpec& key : scenario_keys()) {
    const std::string value = key.show(named);
    const bool plain = key.form.kind != ValueForm::Kind::kText;
    // Defaults that are times are other cycles of another clock.
    const bool required = key.required || (key.time_default && other_clock);
    if (!key.takes_effect(scenario) || (value == key.show(defaults) && !required)) continue;
    // A JSON string is a YAML one, whatever is in it.
    const std::string written = plain ? value : nlohmann::json(value).dump();
    if (key.section() != section) {
      section = key.section();
      text += fmt::format("{}:\n", section);
    }
    text += fmt::format("{}{}: {}\n", section.empty() ? "" : "  ", key.name(), written);
  }
  return text;
}

}  // namespace tactus
