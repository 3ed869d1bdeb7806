#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "testbench/app/results/csv_table.h"
#include "testbench/app/results/result_fields.h"
#include "testbench/app/sweep/sweep_plan.h"

namespace tactus {

/// Outcome of each point: one line per point that has run, in the order of the plan.
///
/// Points that differ in their seed alone share a line, which is there when all of them have ended. Behind each figure,
/// their mean, is then half of the width of its 95 % confidence interval; of what is true or false there is the share
/// that is true.
class SweepTable {
 public:
  explicit SweepTable(const SweepPlan& plan);

  /// Point `point` has ended with `exit_status`; with status 0 its figures are read from `result`, a result.json.
  void set(std::size_t point, int exit_status, const std::filesystem::path& result);
  /// Whether some figure differs between points of a line that differ in their seed alone; true while a point is
  /// missing.
  [[nodiscard]] bool depends_on_seed() const;
  [[nodiscard]] bool has(std::size_t point) const { return ended_[point].has_value(); }
  /// Exit status of a point that has ended.
  [[nodiscard]] int exit_status(std::size_t point) const { return ended_.at(point).value().exit_status; }
  /// Simulated seconds of a point that has ended; nothing if it failed.
  [[nodiscard]] std::optional<double> seconds(std::size_t point) const;

  /// Value of the figure that costs call `name`, of a point that has ended; nothing if its result does not have it.
  [[nodiscard]] std::optional<double> cost(std::size_t point, const std::string& name) const;

  /// A point that has ended as words `name=value`: its values, its figures and its exit status.
  [[nodiscard]] std::string line(std::size_t point) const;

  /// Whether `table`, an earlier sweep.csv, has the columns of this one, and rows only for values that are points here.
  [[nodiscard]] bool covers(const CsvTable& table) const;

  /// The table as comma-separated values, with a line of names; texts with a comma or quotation mark in quotation
  /// marks. Columns that are empty everywhere are left out. `found`, by point: its result was there before; if that is
  /// so for some lines alone, the column `new` says `no` for them, and `yes` for the others.
  [[nodiscard]] std::string csv(const std::vector<bool>& found = {}) const;
  /// The table for a person to read: in columns, figures to six digits, without columns that are empty everywhere.
  /// Lines that are new beside others, as for `csv`, are marked.
  [[nodiscard]] std::string text(const std::vector<bool>& found = {}) const;

 private:
  using Row = std::vector<std::string>;
  /// A point that has run.
  struct Ended {
    int exit_status = 0;
    Row figures;                            ///< as in its result; empty where it has none
    std::map<std::string, double> costs{};  ///< by name, those that its result has
  };

  [[nodiscard]] std::vector<Row> rows() const;
  /// Whether the points from `first` on, which share a line, have all ended.
  [[nodiscard]] bool has_line(std::size_t first) const;
  /// How a table tells which of its lines are new: name of the column, and its words for those and for the others.
  struct NewWords {
    const char* name;
    const char* yes;
    const char* no;
  };
  /// Adds a column to `all` rows that says which of them are new; nothing if all are, or none.
  void tell_new(const std::vector<bool>& found, const NewWords& words, std::vector<Row>& all) const;
  /// `all` rows without the columns of figures that are empty in each of them.
  [[nodiscard]] std::vector<Row> without_empty_columns(std::vector<Row> all) const;
  /// Row of the points from `first` on, all of which have ended.
  [[nodiscard]] Row row(std::size_t first) const;
  /// The cells of one figure of these points; empty if one of them does not have it.
  [[nodiscard]] Row cells(std::size_t first, std::size_t figure) const;

  std::size_t seeds_;
  Row keys_;  ///< that are varied
  Row names_;
  std::vector<ResultFigure> columns_;
  std::vector<std::vector<std::string>> values_;  ///< by point
  std::vector<std::optional<Ended>> ended_;       ///< by point
};

}  // namespace tactus
