#pragma once

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "testbench/app/compare/level_error.h"

namespace tactus {

/// `levels` are the reference's and the run's.
nlohmann::ordered_json to_json(const LevelError& error, const std::array<std::string, 2>& levels);
/// Lines of text.
std::string to_text(const LevelError& error, const std::array<std::string, 2>& levels);

}  // namespace tactus
