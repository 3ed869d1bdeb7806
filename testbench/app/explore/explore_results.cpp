#include "testbench/app/explore/explore_results.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>

namespace tactus {
namespace {

CellResult gather_cell(const ExplorePlan& plan, const ExploreCell& cell, const SweepTable& table) {
  CellResult result;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t value = 0; value < cell.points.size(); ++value) {
    std::vector<double> seconds;
    for (std::size_t point = cell.points[value]; point < cell.points[value] + plan.sweep.seeds; ++point) {
      result.exit_status = std::max(result.exit_status, table.exit_status(point));
      if (const std::optional<double> time = table.seconds(point)) seconds.push_back(*time);
    }
    const double total = std::accumulate(seconds.begin(), seconds.end(), 0.0);
    if (seconds.size() != plan.sweep.seeds || total >= least) continue;
    least = total;
    result.seconds = std::move(seconds);
    result.first_point = cell.points[value];
    result.tuned = plan.sweep.points[cell.points[value]].values.back();
    result.at_end = cell.points.size() > 1 && (value == 0 || value + 1 == cell.points.size());
  }
  // A value that failed may have been the best.
  if (result.exit_status != 0) result.seconds.clear();
  return result;
}

/// Mean of a cost over the runs that count of `design`.
std::optional<double> mean_cost(const ExplorePlan& plan, const ExploreResults& results, const SweepTable& table,
                                std::size_t design, const std::string& name) {
  double sum = 0;
  std::size_t runs = 0;
  for (std::size_t column = 0; column < plan.columns(); ++column) {
    const CellResult& cell = results.cells[plan.cell(design, column)];
    for (std::size_t seed = 0; seed < cell.seconds.size(); ++seed, ++runs) {
      const std::optional<double> cost = table.cost(cell.first_point + seed, name);
      if (!cost) return std::nullopt;
      sum += *cost;
    }
  }
  return runs == 0 ? std::nullopt : std::optional(sum / static_cast<double>(runs));
}

std::vector<double> ratios(const std::vector<double>& above, const std::vector<double>& below) {
  std::vector<double> list;
  if (above.empty() || below.empty()) return list;
  std::transform(above.begin(), above.end(), below.begin(), std::back_inserter(list),
                 [](double a, double b) { return a / b; });
  return list;
}

}  // namespace

bool ExploreResults::is_whole(const ExplorePlan& plan, std::size_t design) const {
  return gain[design] && regret[design] && gain[design]->columns == plan.columns() &&
         regret[design]->columns == plan.columns();
}

ExploreResults gather(const ExplorePlan& plan, const SweepTable& table) {
  ExploreResults results;
  for (const ExploreCell& cell : plan.cells) results.cells.push_back(gather_cell(plan, cell, table));
  for (std::size_t design = 0; design < plan.file.designs.size(); ++design) {
    std::vector<std::vector<double>> gain;
    std::vector<std::vector<double>> regret;
    for (std::size_t column = 0; column < plan.columns(); ++column) {
      CellResult& cell = results.cells[plan.cell(design, column)];
      cell.gain = ratios(results.cells[plan.cell(plan.file.baseline, column)].seconds, cell.seconds);
      cell.regret = ratios(cell.seconds, results.cells[plan.cell(plan.file.reference, column)].seconds);
      gain.push_back(cell.gain);
      regret.push_back(cell.regret);
    }
    const auto cost = [&](const char* name) { return mean_cost(plan, results, table, design, name); };
    results.software.push_back({cost("register_writes_per_message"), cost("pacing_writes_per_message")});
    results.gain.push_back(summarise_matrix(gain, Worst::kLeast));
    results.regret.push_back(summarise_matrix(regret, Worst::kLargest));
  }
  return results;
}

}  // namespace tactus
