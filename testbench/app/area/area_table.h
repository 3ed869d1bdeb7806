#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "testbench/app/area/area.h"

namespace tactus {

/// A row of a table of areas.
struct AreaRow {
  std::string part;
  std::string whose;  ///< "ours" or "yours", or the policy that ours is tied to
  std::string top;    ///< module
  std::vector<std::pair<std::string, int>> values;
  Area area;
};

/// A table with a row for each module, and one with the ratio below each pair of ours and yours.
std::string area_text(const std::vector<AreaRow>& rows);
/// A list with an object for each module.
nlohmann::ordered_json area_json(const std::vector<AreaRow>& rows);

}  // namespace tactus
