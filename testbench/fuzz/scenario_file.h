#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "testbench/scenario/scenario.h"

namespace tactus {

/// `scenario` as a scenario file that says no more than it must: keys that have their defaults are left out. The
/// message file of a replay is called `messages_file` there.
std::string to_yaml(const Scenario& scenario, const std::string& messages_file);

/// Messages of a replay as a message file.
std::string to_message_file(const std::vector<ReplayMessage>& messages);

/// Writes `folder/<name>.yaml`, and `folder/<name>.txt` for a replay, with the scenario's name. Returns the first path.
std::filesystem::path write_scenario(const Scenario& scenario, const std::filesystem::path& folder);

}  // namespace tactus
