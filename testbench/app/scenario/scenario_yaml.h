#pragma once

#include <string>

#include "testbench/app/scenario/scenario.h"

namespace tactus {

/// `scenario` as a scenario file that says no more than it must: keys that have their defaults are left out. The
/// message file of a replay is called `messages_file` there.
std::string to_yaml(const Scenario& scenario, const std::string& messages_file = {});

}  // namespace tactus
