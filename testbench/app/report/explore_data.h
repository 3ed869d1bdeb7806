#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

namespace tactus {

/// File that an exploration leaves in its folder, for a page.
inline constexpr char kExploreFile[] = "explore.json";

/// The exploration in `folder`, as a page needs it: its explore.json, and `folder`. Throws UnreadableResult.
nlohmann::ordered_json explore_data(const std::filesystem::path& folder);

}  // namespace tactus
