#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

namespace tactus {

/// sweep.csv as a page needs it: {folder, axes, columns, rows, quantities}, where the first columns are the axes and a
/// field is a number where it is one. `quantities` has the axes that are sizes, times or rates: by name {unit, values},
/// a number for each row. Throws UnreadableResult.
nlohmann::ordered_json sweep_data(const std::filesystem::path& folder);

}  // namespace tactus
