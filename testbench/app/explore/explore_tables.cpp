#include "testbench/app/explore/explore_tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <utility>

#include "testbench/app/explore/pareto.h"
#include "testbench/app/results/csv_table.h"

namespace tactus {
namespace {

using Json = nlohmann::ordered_json;
using Row = std::vector<std::string>;

std::string number_text(double number) { return Json(number).dump(); }

template <class Number>
std::string optional_text(const std::optional<Number>& number) {
  return number ? std::to_string(*number) : "";
}

/// Mean and half of its interval as two fields.
void add(Row& row, const std::vector<double>& by_seed) {
  if (by_seed.empty()) return (void)row.insert(row.end(), 2, "");
  const Estimate value = estimate(by_seed);
  row.push_back(number_text(value.mean));
  row.push_back(number_text(value.confidence));
}

void add(Row& row, const Estimate& value) {
  row.push_back(number_text(value.mean));
  row.push_back(number_text(value.confidence));
}

std::string shown(const Estimate& value, bool has_seeds) {
  return has_seeds ? fmt::format("{:.3f} +- {:.3f}", value.mean, value.confidence) : fmt::format("{:.3f}", value.mean);
}

std::string aligned(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const Row& row : rows) {
    std::string line = fmt::format("{:<{}}", row[0], widths[0]);
    for (std::size_t i = 1; i < row.size(); ++i) line += fmt::format("  {:>{}}", row[i], widths[i]);
    text += line + "\n";
  }
  return text;
}

std::string many(std::size_t count, const char* thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

}  // namespace

ExploreTables::ExploreTables(const ExplorePlan& plan, const ExploreResults& results,
                             const std::vector<DesignCost>& costs, std::string command)
    : plan_(plan), results_(results), costs_(costs), command_(std::move(command)) {}

std::vector<Row> ExploreTables::cell_rows() const {
  std::vector<Row> rows = {{"design", "machine", "workload", "disturbance", "seeds", "tuned", "at_grid_end",
                            "simulated_seconds", "simulated_seconds_ci95", "gain", "gain_ci95", "regret", "regret_ci95",
                            "exit_status", "refused"}};
  for (std::size_t i = 0; i < plan_.cells.size(); ++i) {
    const ExploreCell& cell = plan_.cells[i];
    const CellResult& result = results_.cells[i];
    Row row = {plan_.file.designs[cell.design].name,     plan_.file.machines[cell.machine].name,
               plan_.file.workloads[cell.workload].name, plan_.file.disturbances[cell.disturbance].name,
               std::to_string(plan_.sweep.seeds),        result.tuned,
               result.at_end ? "true" : "false"};
    add(row, result.seconds);
    add(row, result.gain);
    add(row, result.regret);
    row.push_back(cell.refused.empty() ? std::to_string(result.exit_status) : "");
    row.push_back(cell.refused);
    rows.push_back(std::move(row));
  }
  return rows;
}

Row ExploreTables::design_row(std::size_t design) const {
  Row row = {plan_.file.designs[design].name, std::to_string(plan_.columns())};
  for (const auto* summaries : {&results_.gain, &results_.regret}) {
    const std::optional<MatrixSummary>& summary = (*summaries)[design];
    row.push_back(std::to_string(summary ? summary->columns : 0));
    if (!summary) {
      row.insert(row.end(), 7, "");
      continue;
    }
    for (const Estimate& value : {summary->mean, summary->geometric, summary->worst}) add(row, value);
    row.push_back(column_text(summary->worst_column));
  }
  const std::optional<MatrixSummary>& regret = results_.regret[design];
  row.push_back(regret ? number_text(static_cast<double>(regret->near) / static_cast<double>(plan_.columns())) : "");
  const SoftwareCost& software = results_.software[design];
  for (const auto& writes : {software.pacing_writes, software.writes}) {
    row.push_back(writes ? number_text(*writes) : "");
  }
  const DesignCost& cost = costs_[design];
  for (const std::string& text :
       {optional_text(cost.cells), optional_text(cost.flip_flops), optional_text(cost.memory_bits), cost.note}) {
    row.push_back(text);
  }
  return row;
}

std::vector<Row> ExploreTables::design_rows() const {
  Row names = {"design", "columns"};
  for (const char* ratio : {"gain", "regret"}) {
    for (const char* figure :
         {"columns", "mean", "mean_ci95", "geometric_mean", "geometric_mean_ci95", "worst", "worst_ci95", "worst_at"}) {
      names.push_back(fmt::format("{}_{}", ratio, figure));
    }
  }
  for (const char* name : {"share_within_10_percent", "pacing_writes_per_message", "writes_per_message", "cells",
                           "flip_flops", "memory_bits", "cost_is"}) {
    names.emplace_back(name);
  }
  std::vector<Row> rows = {names};
  for (std::size_t design = 0; design < plan_.file.designs.size(); ++design) rows.push_back(design_row(design));
  return rows;
}

std::string ExploreTables::cells_csv() const { return csv_text(cell_rows()); }

std::string ExploreTables::designs_csv() const { return csv_text(design_rows()); }

std::string ExploreTables::column_text(std::size_t column) const {
  const ExploreCell& cell = plan_.cells[column];
  return fmt::format("{}, {}, {}", plan_.file.machines[cell.machine].name, plan_.file.workloads[cell.workload].name,
                     plan_.file.disturbances[cell.disturbance].name);
}

std::string ExploreTables::text() const {
  const bool has_seeds = plan_.sweep.seeds > 1;
  const ExploreFile& file = plan_.file;
  std::vector<Row> rows = {{"design", "gain: geometric mean", "worst", "regret: geometric mean", "worst", "within 10 %",
                            "pacing writes", "writes", "cells", "flip-flops", "memory bits"}};
  std::string notes;
  for (std::size_t design = 0; design < file.designs.size(); ++design) {
    Row row = {file.designs[design].name};
    for (const auto* summaries : {&results_.gain, &results_.regret}) {
      const auto& summary = (*summaries)[design];
      row.push_back(summary ? shown(summary->geometric, has_seeds) : "-");
      row.push_back(summary ? shown(summary->worst, has_seeds) : "-");
    }
    const auto& regret = results_.regret[design];
    row.push_back(fmt::format("{} of {}", regret ? regret->near : 0, plan_.columns()));
    const SoftwareCost& software = results_.software[design];
    for (const auto& writes : {software.pacing_writes, software.writes}) {
      row.push_back(writes ? fmt::format("{:.2f}", *writes) : "-");
    }
    const DesignCost& cost = costs_[design];
    for (const auto& figure : {cost.cells, cost.flip_flops, cost.memory_bits}) {
      row.push_back(figure ? optional_text(figure) : "-");
    }
    rows.push_back(std::move(row));
    if (cost.note != "measured") notes += fmt::format("cost of {}: {}\n", file.designs[design].name, cost.note);
  }
  for (std::size_t i = 0; i < plan_.cells.size(); ++i) {
    const ExploreCell& cell = plan_.cells[i];
    const std::string where = fmt::format("{} ({})", file.designs[cell.design].name, column_text(i % plan_.columns()));
    if (!cell.refused.empty()) notes += fmt::format("refused: {}: {}\n", where, cell.refused);
    if (results_.cells[i].exit_status != 0) {
      notes += fmt::format("failed: {}: exit status {}\n", where, results_.cells[i].exit_status);
    }
  }
  notes += ends_of_grids();
  return fmt::format(
      "gain against {}, regret against {}{}; registers written per message; hardware in each engine of a NIC\n{}{}",
      file.designs[file.baseline].name, file.designs[file.reference].name,
      file.designs[file.reference].tune ? " (its best value on each machine, workload and disturbance)" : "",
      aligned(rows), notes);
}

std::string ExploreTables::ends_of_grids() const {
  std::string text;
  for (std::size_t design = 0; design < plan_.file.designs.size(); ++design) {
    const auto first = results_.cells.begin() + static_cast<std::ptrdiff_t>(plan_.cell(design, 0));
    const auto at_end = [](const CellResult& cell) { return cell.at_end; };
    const auto cases = std::count_if(first, first + static_cast<std::ptrdiff_t>(plan_.columns()), at_end);
    if (cases == 0) continue;
    text += fmt::format("at the grid's end: the best {} in {} of {} cases; a better value may lie beyond\n",
                        plan_.file.designs[design].name, cases, plan_.columns());
  }
  return text;
}

std::string ExploreTables::basis() const {
  std::set<std::string> networks;
  for (const ExploreCell& cell : plan_.cells) {
    if (cell.refused.empty()) networks.insert(cell.network);
  }
  return fmt::format("{}, {}, {}, {}, {}", many(plan_.file.machines.size(), "machine"),
                     many(plan_.file.workloads.size(), "workload"), many(plan_.file.disturbances.size(), "disturbance"),
                     many(plan_.sweep.seeds, "seed"), fmt::join(networks, " and "));
}

std::string ExploreTables::sentence() const {
  const ExploreFile& file = plan_.file;
  std::optional<std::size_t> best;
  for (std::size_t design = 0; design < file.designs.size(); ++design) {
    if (design == file.baseline || design == file.reference || !results_.is_whole(plan_, design)) continue;
    const auto worst = [this](std::size_t of) { return results_.regret[of]->worst.mean; };
    if (!best || worst(design) < worst(*best)) best = design;
  }
  if (!best) return fmt::format("No design besides the baseline and the reference ran everywhere ({}).", basis());
  const MatrixSummary& gain = *results_.gain[*best];
  const MatrixSummary& regret = *results_.regret[*best];
  const std::string name = file.designs[*best].name;
  const std::string reference = file.designs[file.reference].name;
  const std::string best_of = file.designs[file.reference].tune ? "the best " + reference + " of each case" : reference;
  const double most = 100 * (regret.worst.mean - 1);
  const std::string held =
      most >= 0 ? fmt::format("at most {:.1f} % slower than {}", most, best_of)
                : fmt::format("at least {:.1f} % faster than {}", 100 * (1 / regret.worst.mean - 1), best_of);
  const DesignCost& cost = costs_[*best];
  const std::string hardware =
      cost.cells ? fmt::format("; {} cells in each engine ({})", *cost.cells, cost.note) : "; " + cost.note;
  return fmt::format(
      "'{}' is {:.3f} times as fast as '{}' in the geometric mean ({:.3f} times at worst), and is {} "
      "in every case (mean over the seeds): {}{}.",
      name, gain.geometric.mean, file.designs[file.baseline].name, gain.worst.mean, held, basis(), hardware);
}

std::vector<bool> ExploreTables::front(bool of_worst) const {
  std::vector<CostPoint> points;
  std::vector<std::size_t> designs;
  for (std::size_t design = 0; design < plan_.file.designs.size(); ++design) {
    if (!costs_[design].cells || !results_.is_whole(plan_, design)) continue;
    const MatrixSummary& regret = *results_.regret[design];
    points.push_back(
        {static_cast<double>(*costs_[design].cells), of_worst ? regret.worst.mean : regret.geometric.mean});
    designs.push_back(design);
  }
  std::vector<bool> front(plan_.file.designs.size());
  const std::vector<bool> of_points = pareto_front(points);
  for (std::size_t i = 0; i < designs.size(); ++i) front[designs[i]] = of_points[i];
  return front;
}

Json ExploreTables::json() const {
  const auto table = [](const std::vector<Row>& rows) {
    return Json{{"columns", rows.front()}, {"rows", std::vector<Row>(rows.begin() + 1, rows.end())}};
  };
  const ExploreFile& file = plan_.file;
  const auto names = [](const auto& list) {
    std::vector<std::string> all;
    for (const auto& each : list) all.push_back(each.name);
    return all;
  };
  return {{"kind", "exploration"},
          {"title", file.title},
          {"sentence", sentence()},
          {"command", command_},
          {"level", to_string(plan_.sweep.level)},
          {"seeds", plan_.sweep.seeds},
          {"baseline", file.designs[file.baseline].name},
          {"reference", file.designs[file.reference].name},
          {"design_names", names(file.designs)},
          {"machines", names(file.machines)},
          {"workloads", names(file.workloads)},
          {"disturbances", names(file.disturbances)},
          {"front_of_mean", front(false)},
          {"front_of_worst", front(true)},
          {"designs", table(design_rows())},
          {"cells", table(cell_rows())}};
}

}  // namespace tactus
