#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "testbench/app/sweep/sweep_plan.h"

namespace tactus {

/// What became of each point: one line per point that has run, in the order of the plan.
class SweepTable {
 public:
  explicit SweepTable(const SweepPlan& plan);

  /// Point `point` has ended with `exit_status`; with status 0 its figures are read from `result`, a result.json.
  void set(std::size_t point, int exit_status, const std::filesystem::path& result);
  [[nodiscard]] bool has(std::size_t point) const { return rows_[point].has_value(); }

  /// The table as comma-separated values, with a line of names; texts with a comma or quotation mark in quotation
  /// marks.
  [[nodiscard]] std::string csv() const;
  /// The table for a person to read: in columns, figures to six digits, without columns that are empty everywhere.
  [[nodiscard]] std::string text() const;

 private:
  using Row = std::vector<std::string>;

  [[nodiscard]] std::vector<Row> rows() const;

  Row names_;
  std::vector<std::vector<std::string>> values_;  ///< by point
  std::vector<std::optional<Row>> rows_;          ///< by point, without the swept values
};

}  // namespace tactus
