#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "testbench/app/scenario/scenario.h"
#include "tlm_models/traffic/schedule.h"

namespace tactus {

/// Messages of a replay as a message file.
std::string to_message_file(const std::vector<ReplayMessage>& messages);
/// The operations of a schedule as GOAL, whose unit is a picosecond.
std::string to_goal(const Schedule& schedule);
/// The recording of `noise` as text of a noise file.
std::string to_noise_file(const NoiseConfig& noise);
/// The cables of a graph as the file of one.
std::string to_graph_file(const NetworkGraph& graph);

/// Writes `folder/<name>.yaml`, and `folder/<name>.txt` for a replay, `<name>.goal` for a schedule, with the scenario's
/// name. Returns the first path.
std::filesystem::path write_scenario(const Scenario& scenario, const std::filesystem::path& folder);

}  // namespace tactus
