#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

namespace tactus {

/// links.csv or vc_occupancy.csv as curves: {unit, end_us, series}. Of a file with more rows than a screen has columns
/// several each become one, their mean weighted by time. Throws UnreadableResult.
nlohmann::ordered_json file_curves(const std::filesystem::path& file, const std::string& unit);

/// Losses of the messages of a run at flow level to each other over time, at all links and at the worst: curves as a
/// page has them, of `file`, its attribution.h5, and of `attribution`, its "flow_attribution". Throws UnreadableResult.
nlohmann::ordered_json flow_curves(const std::filesystem::path& file, const nlohmann::ordered_json& attribution);

}  // namespace tactus
