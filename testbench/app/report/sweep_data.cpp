#include "testbench/app/report/result_data.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "testbench/app/results/csv_table.h"
#include "testbench/app/results/result_file.h"
#include "testbench/app/scenario/quantity.h"

namespace tactus {
namespace {

using Json = nlohmann::ordered_json;

Json field(const std::string& text) {
  if (text.empty()) return nullptr;
  if (text == "true" || text == "false") return text == "true";
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  return *end == '\0' ? Json(number) : Json(text);
}

/// The unit in which a page shows quantities, in base units (quantity.h).
struct ShownUnit {
  Dimension dimension;
  const char* name;
  double factor;
};
constexpr ShownUnit kShownUnits[] = {
    {Dimension::kSize, "B", 1}, {Dimension::kTime, "s", 1e-12}, {Dimension::kRate, "B/s", 1}};

/// "64 KiB" of "[64 KiB]", a list of one.
std::string without_brackets(const std::string& text) {
  const bool list = text.size() > 2 && text.front() == '[' && text.back() == ']';
  return list ? text.substr(1, text.size() - 2) : text;
}

/// The quantity that `text` gives, in base units; clocks are finer than a picosecond.
std::optional<double> in_base_units(const std::string& text, Dimension dimension) {
  if (const auto quantity = parse_quantity(text, dimension)) return static_cast<double>(*quantity.value);
  const Parsed<Clock> clock = parse_clock(text);
  if (dimension != Dimension::kTime || !clock) return std::nullopt;
  return clock.value->picoseconds();
}

/// Cycles of a text such as "200 cycles"; nothing for a time, which would need a clock.
std::optional<double> cycles_of(const std::string& text) {
  if (text.find("cycle") == std::string::npos) return std::nullopt;
  const Parsed<Cycles> cycles = parse_cycles(text, *parse_clock("1 ns").value);
  if (!cycles) return std::nullopt;
  return static_cast<double>(cycles.value->count());
}

/// The texts of a column as numbers of one unit; null if they are not all quantities of one dimension.
Json quantities(const std::vector<std::string>& column) {
  for (const ShownUnit& unit : kShownUnits) {
    Json values = Json::array();
    for (const std::string& text : column) {
      if (const auto quantity = in_base_units(without_brackets(text), unit.dimension)) {
        values.push_back(*quantity * unit.factor);
      }
    }
    if (!column.empty() && values.size() == column.size()) return {{"unit", unit.name}, {"values", values}};
  }
  Json cycles = Json::array();
  for (const std::string& text : column) {
    if (const auto count = cycles_of(text)) cycles.push_back(*count);
  }
  if (!column.empty() && cycles.size() == column.size()) return {{"unit", "cycles"}, {"values", cycles}};
  return nullptr;
}

}  // namespace

Json sweep_data(const std::filesystem::path& folder) {
  const CsvTable table = read_csv(folder / "sweep.csv");
  // What is varied stands in front of what comes of it.
  const auto first = std::find_if(table.names.begin(), table.names.end(), [](const std::string& name) {
    return name == "seeds" || name == "simulated_seconds";
  });
  if (first == table.names.end()) throw UnreadableResult(table.path, "is not the table of a sweep");
  Json rows = Json::array();
  for (const auto& row : table.rows) {
    Json fields = Json::array();
    for (const std::string& text : row) fields.push_back(field(text));
    rows.push_back(fields);
  }
  const auto axes = static_cast<std::size_t>(first - table.names.begin());
  Json measured = Json::object();
  for (std::size_t axis = 0; axis < axes; ++axis) {
    std::vector<std::string> column;
    for (const auto& row : table.rows) column.push_back(row[axis]);
    if (Json values = quantities(column); !values.is_null()) measured[table.names[axis]] = std::move(values);
  }
  return {
      {"folder", folder.string()}, {"axes", axes}, {"columns", table.names}, {"rows", rows}, {"quantities", measured}};
}

}  // namespace tactus
