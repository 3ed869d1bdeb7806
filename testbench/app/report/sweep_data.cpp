#include "testbench/app/report/sweep_data.h"

#include <algorithm>
#include <cstdlib>

#include "testbench/app/report/csv_table.h"
#include "testbench/app/report/unreadable_result.h"

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
  return {{"folder", folder.string()}, {"axes", first - table.names.begin()}, {"columns", table.names}, {"rows", rows}};
}

}  // namespace tactus
