#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "testbench/app/explore/explore_cost.h"
#include "testbench/app/explore/explore_plan.h"
#include "testbench/app/explore/explore_results.h"

namespace tactus {

/// Tables and texts of an exploration that has ended.
class ExploreTables {
 public:
  /// All three must outlive the tables; `command` is what the user typed.
  ExploreTables(const ExplorePlan& plan, const ExploreResults& results, const std::vector<DesignCost>& costs,
                std::string command);

  /// explore.csv: one line per design, machine, workload and disturbance.
  [[nodiscard]] std::string cells_csv() const;
  /// designs.csv: one line per design.
  [[nodiscard]] std::string designs_csv() const;
  /// The table of designs for a person to read, and what is wrong with cells below.
  [[nodiscard]] std::string text() const;
  /// The best design in a sentence. It says how many machines, workloads, disturbances and seeds it rests on.
  [[nodiscard]] std::string sentence() const;
  /// explore.json, which the report's page is made from.
  [[nodiscard]] nlohmann::ordered_json json() const;

 private:
  using Row = std::vector<std::string>;

  [[nodiscard]] std::vector<Row> cell_rows() const;
  [[nodiscard]] std::vector<Row> design_rows() const;
  [[nodiscard]] Row design_row(std::size_t design) const;
  [[nodiscard]] std::string column_text(std::size_t column) const;
  /// Designs whose best values lie at the ends of their grids, with the number of cases.
  [[nodiscard]] std::string ends_of_grids() const;
  [[nodiscard]] std::string basis() const;
  /// Designs on the Pareto front of cells against the mean regret, or the worst.
  [[nodiscard]] std::vector<bool> front(bool of_worst) const;

  const ExplorePlan& plan_;
  const ExploreResults& results_;
  const std::vector<DesignCost>& costs_;
  std::string command_;
};

}  // namespace tactus
