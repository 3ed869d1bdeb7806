#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

namespace tactus {

/// Losses of the messages of a run at flow level to each other over time, at all links and at the worst: curves as a
/// page has them, of `file`, its attribution.h5, and of `attribution`, its "flow_attribution". Throws UnreadableResult.
nlohmann::ordered_json flow_curves(const std::filesystem::path& file, const nlohmann::ordered_json& attribution);

}  // namespace tactus
