#include "testbench/app/validate/validation.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "testbench/app/results/progress.h"
#include "testbench/app/sweep/sweep_runner.h"
#include "testbench/app/validate/bias_search.h"

namespace tactus {
namespace {

using Faults = std::vector<Diagnostic>;

bool is_chosen(const Claim& claim, const std::string& only) {
  return claim.text.find(only) != std::string::npos || claim.source.find(only) != std::string::npos;
}

const RunSet& set_named(const Paper& paper, const std::string& name) {
  const auto found =
      std::find_if(paper.runs.begin(), paper.runs.end(), [&](const RunSet& set) { return set.name == name; });
  if (found == paper.runs.end()) throw std::logic_error(fmt::format("{} has no runs called {}", paper.name, name));
  return *found;
}

bool is_run(const Paper& paper, const Claim& claim, bool full) {
  if (full) return true;
  return !claim.full && std::none_of(claim.runs.begin(), claim.runs.end(),
                                     [&](const std::string& name) { return set_named(paper, name).full; });
}

void measure_all(const Paper& paper, const ValidationOptions& options, const Measurements& measurements,
                 std::vector<ClaimRow>& rows) {
  CountProgress progress(options.terminal, "claims", rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    progress.show(i);
    if (is_run(paper, *rows[i].claim, options.full)) rows[i] = measure(*rows[i].claim, measurements);
  }
}

/// A set with its plan; nothing has run yet.
struct PlannedSet {
  const RunSet* set;
  SweepPlan plan;
};

/// Runs the points of `planned` that may be the best, those with the same value of its last axis at the same time.
void run_what_matters(const PlannedSet& planned, const SweepExecution& how, Measurements& measurements) {
  const RunSet& set = *planned.set;
  SweepPlan so_far = planned.plan;
  so_far.points.clear();
  for (const std::vector<SweepPoint>& step : steps_of(planned.plan)) {
    SweepPlan added = so_far;
    added.points.clear();
    std::copy_if(step.begin(), step.end(), std::back_inserter(added.points),
                 [&](const SweepPoint& point) { return may_be_best(measurements, set, point.values); });
    if (added.points.empty()) continue;
    // The table of the folder is that of all points so far.
    so_far.points.insert(so_far.points.end(), added.points.begin(), added.points.end());
    SweepRunner(so_far, set.scenario, how).run();
    measurements.add(set.name, added, how.folder);
  }
}

void run_set(const PlannedSet& planned, const SweepExecution& how, Measurements& measurements) {
  // A run that fails is told by the runner, and by the claims that miss it.
  if (!planned.set->unpaced.empty()) return run_what_matters(planned, how, measurements);
  SweepRunner(planned.plan, planned.set->scenario, how).run();
  measurements.add(planned.set->name, planned.plan, how.folder);
}

}  // namespace

ClaimRow measure(const Claim& claim, const Measurements& measurements) {
  ClaimRow row;
  row.claim = &claim;
  row.verdict = ClaimRow::Verdict::kDoesNotHold;
  try {
    row.measured = claim.measure(measurements);
    const bool holds = std::all_of(row.measured.begin(), row.measured.end(),
                                   [&](double number) { return claim.expected.holds(number); });
    if (holds) row.verdict = ClaimRow::Verdict::kHolds;
  } catch (const std::runtime_error& error) {
    row.trouble = error.what();
  } catch (const std::logic_error&) {
    row.trouble = "the measure does not fit its runs";
  }
  return row;
}

std::vector<std::vector<SweepPoint>> steps_of(const SweepPlan& plan) {
  std::vector<std::vector<SweepPoint>> steps;
  for (const SweepPoint& point : plan.points) {
    const auto same = [&](const auto& step) { return step.front().values.back() == point.values.back(); };
    const auto step = std::find_if(steps.begin(), steps.end(), same);
    if (step == steps.end()) {
      steps.push_back({point});
    } else {
      step->push_back(point);
    }
  }
  return steps;
}

std::variant<std::vector<ClaimRow>, Faults> validate_paper(const Paper& paper, const ValidationOptions& options) {
  std::vector<ClaimRow> rows;
  std::vector<std::string> needed;
  for (const Claim& claim : paper.claims) {
    if (!is_chosen(claim, options.only)) continue;
    ClaimRow row;
    row.claim = &claim;
    rows.push_back(row);
    if (is_run(paper, claim, options.full)) needed.insert(needed.end(), claim.runs.begin(), claim.runs.end());
  }
  std::vector<PlannedSet> sets;
  for (const RunSet& set : paper.runs) {
    if (std::find(needed.begin(), needed.end(), set.name) == needed.end()) continue;
    auto plan = plan_sweep({set.scenario, set.overrides, set.over, set.level});
    if (auto* faults = std::get_if<Faults>(&plan)) return std::move(*faults);
    sets.push_back({&set, std::move(std::get<SweepPlan>(plan))});
  }
  Measurements measurements(options.jobs);
  for (const PlannedSet& each : sets) {
    SweepExecution how;
    how.folder = options.folder / each.set->name;
    how.jobs = options.jobs;
    how.terminal = options.terminal;
    run_set(each, how, measurements);
  }
  measure_all(paper, options, measurements, rows);
  return rows;
}

}  // namespace tactus
