#include "testbench/app/report/curves.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "testbench/app/attribution/count_windows.h"
#include "testbench/app/report/hdf5_reader.h"
#include "testbench/app/results/csv_table.h"
#include "testbench/app/results/result_file.h"

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

constexpr const char* kLost = "links/lost_ps";

struct Curve {
  std::string name;
  std::size_t link = 0;
  Json values = Json::array();
};

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

Json flow_curves(const std::filesystem::path& file, const Json& attribution) {
  const Hdf5Reader reader(file);
  const Hdf5Reader::Shape shape = reader.shape(kLost);
  if (shape.size() != 2) throw UnreadableResult(file, "is not of a run at flow level");
  if (shape[0] > kMostWindows) throw UnreadableResult(file, "has more windows than any run writes");
  const double length_ps = reader.number("windows/length_ps");
  Curve all{"all links"};
  std::vector<Curve> worst;
  for (const Json& link : attribution.value("worst_links", Json::array())) {
    worst.push_back({link.value("link", ""), link.value("index", std::size_t{0})});
    if (worst.back().link >= shape[1]) throw UnreadableResult(file, "is not of the network that result.json is of");
  }
  Json ends = Json::array();
  for (std::uint64_t window = 0; window < shape[0]; ++window) {
    const std::vector<double> lost = reader.numbers(kLost, window);
    ends.push_back(1e-6 * length_ps * static_cast<double>(window + 1));
    all.values.push_back(std::accumulate(lost.begin(), lost.end(), 0.0) / length_ps);
    for (Curve& curve : worst) curve.values.push_back(lost[curve.link] / length_ps);
  }
  Json series = Json::array({{{"name", all.name}, {"values", all.values}}});
  for (const Curve& curve : worst) series.push_back({{"name", curve.name}, {"values", curve.values}});
  return {{"lost", {{"unit", "messages' time per time"}, {"end_us", ends}, {"series", series}}}};
}

}  // namespace tactus
