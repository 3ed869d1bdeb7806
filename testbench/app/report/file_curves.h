#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

namespace tactus {

/// links.csv or vc_occupancy.csv as curves: {unit, end_us, series}. Of a file with more rows than a screen has columns
/// several each become one, their mean weighted by time. Throws UnreadableResult.
nlohmann::ordered_json file_curves(const std::filesystem::path& file, const std::string& unit);

}  // namespace tactus
