#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "testbench/app/area/area.h"
#include "testbench/app/area/fpga_area.h"

namespace tactus {

/// A number of a row: a column of the table, and a member of the object.
struct AreaFigure {
  std::string title;
  std::string key;
  double value = 0;
  int decimals = 0;
};

std::vector<AreaFigure> figures_of(const Area& area);
std::vector<AreaFigure> figures_of(const FpgaArea& area);

/// A row of a table of areas.
struct AreaRow {
  std::string part;
  std::string whose;  ///< "ours" or "yours", or the policy that ours is tied to
  std::string top;    ///< module
  std::vector<std::pair<std::string, int>> values;
  std::vector<AreaFigure> figures;
  std::optional<std::uint64_t> latches{};  ///< where gates are counted
};

/// A table with a row for each module, and one with the ratio below each pair of ours and yours. All rows have the same
/// figures.
std::string area_text(const std::vector<AreaRow>& rows);
/// A list with an object for each module.
nlohmann::ordered_json area_json(const std::vector<AreaRow>& rows);

}  // namespace tactus
