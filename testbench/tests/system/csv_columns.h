#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "testbench/app/results/csv_table.h"

namespace tactus::test {

/// Fields of the column `name` of a table in a file. Throws UnreadableResult.
inline std::vector<std::string> csv_column(const std::filesystem::path& file, const std::string& name) {
  const CsvTable table = read_csv(file);
  std::vector<std::string> fields;
  for (const auto& row : table.rows) fields.push_back(row[table.column(name)]);
  return fields;
}

/// The text of a table in a file, as it would be without its column `name`. Throws UnreadableResult.
inline std::string csv_without(const std::filesystem::path& file, const std::string& name) {
  const CsvTable table = read_csv(file);
  const auto column = static_cast<std::ptrdiff_t>(table.column(name));
  std::vector<std::vector<std::string>> rows = {table.names};
  rows.insert(rows.end(), table.rows.begin(), table.rows.end());
  for (auto& row : rows) row.erase(row.begin() + column);
  return csv_text(rows);
}

}  // namespace tactus::test
