#include "testbench/app/sweep/sweep_table.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "testbench/app/results/result_file.h"
#include "testbench/app/results/run_fields.h"
#include "tlm_models/common/sample_summary.h"

namespace tactus {
namespace {

using Json = nlohmann::ordered_json;

/// Figures of runs that are columns of the table.
const std::vector<ResultFigure>& columns() {
  static const std::vector<ResultFigure> kColumns = result_figures(&ResultFigure::column);
  return kColumns;
}

/// Figures of runs that are costs of a design.
const std::vector<ResultFigure>& costs() {
  static const std::vector<ResultFigure> kCosts = result_figures(&ResultFigure::cost);
  return kCosts;
}

/// As result.json writes a number.
std::string number_text(double number) { return Json(number).dump(); }

/// Six digits of a number that has a fraction; a truth is shown as it is.
std::string shortened(const std::string& number) {
  if (number == "true" || number == "false" || number.find_first_of(".e") == std::string::npos) return number;
  return fmt::format("{:.6g}", std::stod(number));
}

}  // namespace

SweepTable::SweepTable(const SweepPlan& plan) : seeds_(plan.seeds), names_(plan.keys), ended_(plan.points.size()) {
  if (seeds_ > 1) names_.emplace_back("seeds");
  for (const ResultFigure& figure : columns()) {
    names_.emplace_back(figure.column);
    if (seeds_ > 1 && !figure.is_truth) names_.push_back(names_.back() + "_ci95");
  }
  names_.emplace_back("exit_status");
  for (const SweepPoint& point : plan.points) values_.push_back(point.values);
}

void SweepTable::set(std::size_t point, int exit_status, const std::filesystem::path& result) {
  std::optional<ResultFile> file;
  if (exit_status == 0) file = find_result(result);
  Ended ended{exit_status, {}};
  for (const ResultFigure& figure : columns()) {
    const Json value = file ? value_of(figure, file->json()) : Json();
    ended.figures.push_back(value.is_null() ? "" : value.dump());
  }
  for (const ResultFigure& figure : costs()) {
    const Json value = file ? value_of(figure, file->json()) : Json();
    if (value.is_number()) ended.costs[figure.cost] = value.get<double>();
  }
  ended_[point] = std::move(ended);
}

std::optional<double> SweepTable::cost(std::size_t point, const std::string& name) const {
  const auto& known = ended_.at(point).value().costs;
  const auto found = known.find(name);
  return found == known.end() ? std::nullopt : std::optional(found->second);
}

std::optional<double> SweepTable::seconds(std::size_t point) const {
  const auto is_time = [](const ResultFigure& figure) { return figure.column == "simulated_seconds"; };
  const auto figure = std::find_if(columns().begin(), columns().end(), is_time) - columns().begin();
  const std::string& text = ended_.at(point).value().figures.at(static_cast<std::size_t>(figure));
  return text.empty() ? std::nullopt : std::optional(std::stod(text));
}

bool SweepTable::depends_on_seed() const {
  for (std::size_t point = 0; point < ended_.size(); ++point) {
    const std::optional<Ended>& first = ended_[point - point % seeds_];
    const std::optional<Ended>& other = ended_[point];
    if (!first || !other || first->exit_status != 0 || other->exit_status != 0) return true;  // as far as is known
    if (first->figures != other->figures) return true;
  }
  return false;
}

SweepTable::Row SweepTable::cells(std::size_t first, std::size_t figure) const {
  if (seeds_ == 1) return {ended_[first]->figures[figure]};
  const bool is_truth = columns()[figure].is_truth;
  std::vector<double> sample;
  for (std::size_t point = first; point < first + seeds_; ++point) {
    const std::string& text = ended_[point]->figures[figure];
    if (text.empty()) return Row(is_truth ? 1 : 2);  // of those that are left the mean would be of fewer seeds
    sample.push_back(is_truth ? static_cast<double>(text == "true") : std::stod(text));
  }
  const SampleSummary summary = summarise(sample);
  if (is_truth) return {number_text(summary.mean)};
  return {number_text(summary.mean), number_text(summary.confidence)};
}

SweepTable::Row SweepTable::row(std::size_t first) const {
  int worst = 0;
  for (std::size_t point = first; point < first + seeds_; ++point) {
    worst = std::max(worst, ended_[point]->exit_status);
  }
  Row row = values_[first];
  if (seeds_ > 1) row.push_back(std::to_string(seeds_));
  for (std::size_t figure = 0; figure < columns().size(); ++figure) {
    for (const std::string& cell : cells(first, figure)) row.push_back(cell);
  }
  row.push_back(std::to_string(worst));
  return row;
}

std::vector<SweepTable::Row> SweepTable::rows() const {
  std::vector<Row> all = {names_};
  for (std::size_t first = 0; first < ended_.size(); first += seeds_) {
    const auto begin = ended_.begin() + static_cast<std::ptrdiff_t>(first);
    const auto has_ended = [](const std::optional<Ended>& ended) { return ended.has_value(); };
    if (std::all_of(begin, begin + static_cast<std::ptrdiff_t>(seeds_), has_ended)) all.push_back(row(first));
  }
  return all;
}

bool SweepTable::covers(const CsvTable& table) const {
  if (table.names != names_) return false;
  std::set<Row> known;
  for (Row values : values_) {
    if (seeds_ > 1) values.push_back(std::to_string(seeds_));
    known.insert(std::move(values));
  }
  const auto axes = static_cast<std::ptrdiff_t>(known.begin()->size());
  return std::all_of(table.rows.begin(), table.rows.end(),
                     [&](const Row& row) { return known.count(Row(row.begin(), row.begin() + axes)) > 0; });
}

std::string SweepTable::csv() const { return csv_text(rows()); }

std::string SweepTable::text() const {
  std::vector<Row> all = rows();
  const auto swept = static_cast<long>(values_.empty() ? 0 : values_.front().size());
  for (std::size_t line = 1; line < all.size(); ++line) {
    std::transform(all[line].begin() + swept, all[line].end(), all[line].begin() + swept, shortened);
  }
  std::vector<std::size_t> widths(names_.size());
  std::vector<bool> empty(names_.size(), true);
  for (std::size_t line = 0; line < all.size(); ++line) {
    for (std::size_t i = 0; i < widths.size(); ++i) {
      widths[i] = std::max(widths[i], all[line][i].size());
      if (line > 0 && !all[line][i].empty()) empty[i] = false;
    }
  }
  std::string text;
  for (const Row& row : all) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (!empty[i]) line += fmt::format("{}{:>{}}", line.empty() ? "" : "  ", row[i], widths[i]);
    }
    text += line + '\n';
  }
  return text;
}

}  // namespace tactus
