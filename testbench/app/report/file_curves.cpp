#include "testbench/app/report/file_curves.h"

#include <algorithm>
#include <vector>

#include "testbench/app/results/csv_table.h"
#include "testbench/app/results/unreadable_result.h"

namespace tactus {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostPoints = 1500;

/// Rows [begin, end) as one: when they end, and the mean of each column.
std::vector<double> mean_row(const CsvTable& table, std::size_t begin, std::size_t end) {
  const double start = begin == 0 ? 0 : table.number(begin - 1, 0);
  const double whole = table.number(end - 1, 0) - start;
  std::vector<double> means(table.names.size());
  double before = start;
  for (std::size_t row = begin; row < end; ++row) {
    const double share = whole > 0 ? (table.number(row, 0) - before) / whole : 0;
    for (std::size_t column = 1; column < means.size(); ++column) means[column] += share * table.number(row, column);
    before = table.number(row, 0);
  }
  means[0] = before;
  return means;
}

}  // namespace

Json file_curves(const std::filesystem::path& file, const std::string& unit) {
  const CsvTable table = read_csv(file);
  if (table.names.front() != "time_us") throw UnreadableResult(file, "has no column time_us in front");
  const std::size_t together = (table.rows.size() + kMostPoints - 1) / kMostPoints;
  std::vector<Json> columns(table.names.size(), Json::array());
  for (std::size_t begin = 0; begin < table.rows.size(); begin += together) {
    const std::vector<double> row = mean_row(table, begin, std::min(begin + together, table.rows.size()));
    for (std::size_t column = 0; column < row.size(); ++column) columns[column].push_back(row[column]);
  }
  Json series = Json::array();
  for (std::size_t column = 1; column < columns.size(); ++column) {
    series.push_back({{"name", table.names[column]}, {"values", columns[column]}});
  }
  return {{"unit", unit}, {"rows_per_point", together}, {"end_us", columns[0]}, {"series", series}};
}

}  // namespace tactus
