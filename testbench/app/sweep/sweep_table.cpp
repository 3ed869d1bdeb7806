#include "testbench/app/sweep/sweep_table.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "testbench/app/results/result_file.h"
#include "testbench/app/results/run_fields.h"
#include "testbench/app/results/summary_line.h"
#include "tlm_models/common/sample_summary.h"

namespace tactus {
namespace {

using Json = nlohmann::ordered_json;

constexpr char kNewColumn[] = "new";

/// Figures of runs that are columns of the table: those of all runs, then those of each class of messages.
std::vector<ResultFigure> columns_of(const SweepPlan& plan) {
  std::vector<ResultFigure> columns = result_figures(&ResultFigure::column);
  std::set<std::string> known;
  for (const SweepPoint& point : plan.points) {
    for (const std::string& name : point.classes) {
      if (!known.insert(name).second) continue;
      for (ResultFigure& figure : class_figures(name)) columns.push_back(std::move(figure));
    }
  }
  return columns;
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

SweepTable::SweepTable(const SweepPlan& plan)
    : seeds_(plan.seeds), keys_(plan.keys), names_(plan.keys), columns_(columns_of(plan)), ended_(plan.points.size()) {
  if (seeds_ > 1) names_.emplace_back("seeds");
  for (const ResultFigure& figure : columns_) {
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
  for (const ResultFigure& figure : columns_) {
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
  const auto figure = std::find_if(columns_.begin(), columns_.end(), is_time) - columns_.begin();
  const std::string& text = ended_.at(point).value().figures.at(static_cast<std::size_t>(figure));
  return text.empty() ? std::nullopt : std::optional(std::stod(text));
}

std::string SweepTable::line(std::size_t point) const {
  const Ended& ended = ended_.at(point).value();
  std::string line;
  for (std::size_t i = 0; i < keys_.size(); ++i) line += line_word(keys_[i], values_[point][i]) + " ";
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (!ended.figures[i].empty()) line += line_word(columns_[i].column, ended.figures[i]) + " ";
  }
  return line + line_word("exit_status", std::to_string(ended.exit_status));
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
  const bool is_truth = columns_[figure].is_truth;
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
  for (std::size_t figure = 0; figure < columns_.size(); ++figure) {
    for (const std::string& cell : cells(first, figure)) row.push_back(cell);
  }
  row.push_back(std::to_string(worst));
  return row;
}

std::vector<SweepTable::Row> SweepTable::rows() const {
  std::vector<Row> all = {names_};
  for (std::size_t first = 0; first < ended_.size(); first += seeds_) {
    if (has_line(first)) all.push_back(row(first));
  }
  return all;
}

bool SweepTable::has_line(std::size_t first) const {
  const auto begin = ended_.begin() + static_cast<std::ptrdiff_t>(first);
  return std::all_of(begin, begin + static_cast<std::ptrdiff_t>(seeds_),
                     [](const std::optional<Ended>& ended) { return ended.has_value(); });
}

void SweepTable::tell_new(const std::vector<bool>& found, const NewWords& words, std::vector<Row>& all) const {
  if (found.empty()) return;
  Row cells;
  for (std::size_t first = 0; first < ended_.size(); first += seeds_) {
    if (!has_line(first)) continue;
    const auto begin = found.begin() + static_cast<std::ptrdiff_t>(first);
    const bool old = std::all_of(begin, begin + static_cast<std::ptrdiff_t>(seeds_), [](bool each) { return each; });
    cells.emplace_back(old ? words.no : words.yes);
  }
  const auto news = static_cast<std::size_t>(std::count(cells.begin(), cells.end(), words.yes));
  if (news == 0 || news == cells.size()) return;
  all.front().emplace_back(words.name);
  for (std::size_t i = 0; i < cells.size(); ++i) all[i + 1].push_back(std::move(cells[i]));
}

bool SweepTable::covers(const CsvTable& table) const {
  const std::size_t swept = values_.empty() ? 0 : values_.front().size() + (seeds_ > 1 ? 1 : 0);
  if (table.names.size() < swept ||
      !std::equal(names_.begin(), names_.begin() + static_cast<long>(swept), table.names.begin())) {
    return false;
  }
  const auto is_known = [&](const std::string& name) {
    return name == kNewColumn || std::count(names_.begin(), names_.end(), name) > 0;
  };
  if (!std::all_of(table.names.begin(), table.names.end(), is_known)) return false;
  std::set<Row> known;
  for (Row values : values_) {
    if (seeds_ > 1) values.push_back(std::to_string(seeds_));
    known.insert(std::move(values));
  }
  const auto axes = static_cast<std::ptrdiff_t>(known.begin()->size());
  return std::all_of(table.rows.begin(), table.rows.end(),
                     [&](const Row& row) { return known.count(Row(row.begin(), row.begin() + axes)) > 0; });
}

std::vector<SweepTable::Row> SweepTable::without_empty_columns(std::vector<Row> all) const {
  const std::size_t swept = values_.empty() ? 0 : values_.front().size();
  std::vector<Row> kept(all.size());
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const auto is_empty = [i](const Row& row) { return row[i].empty(); };
    if (i >= swept && std::all_of(all.begin() + 1, all.end(), is_empty)) continue;
    for (std::size_t line = 0; line < all.size(); ++line) kept[line].push_back(std::move(all[line][i]));
  }
  return kept;
}

std::string SweepTable::csv(const std::vector<bool>& found) const {
  std::vector<Row> all = without_empty_columns(rows());
  tell_new(found, {kNewColumn, "yes", "no"}, all);
  return csv_text(all);
}

std::string SweepTable::text(const std::vector<bool>& found) const {
  std::vector<Row> all = without_empty_columns(rows());
  const auto swept = static_cast<long>(values_.empty() ? 0 : values_.front().size());
  for (std::size_t line = 1; line < all.size(); ++line) {
    std::transform(all[line].begin() + swept, all[line].end(), all[line].begin() + swept, shortened);
  }
  tell_new(found, {"", "new", ""}, all);
  std::vector<std::size_t> widths(all.front().size());
  for (const Row& row : all) {
    for (std::size_t i = 0; i < widths.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const Row& row : all) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += fmt::format("{}{:>{}}", line.empty() ? "" : "  ", row[i], widths[i]);
    }
    text += line.erase(line.find_last_not_of(' ') + 1) + '\n';
  }
  return text;
}

}  // namespace tactus
