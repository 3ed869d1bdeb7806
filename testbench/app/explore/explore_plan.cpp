#include "testbench/app/explore/explore_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "testbench/app/scenario/scenario_keys.h"
#include "testbench/app/scenario/scenario_reader.h"
#include "tlm_models/traffic/workload_config.h"

namespace tactus {
namespace {

using Settings = std::vector<const ExploreSetting*>;

std::string key_of(const std::string& setting) { return setting.substr(0, setting.find('=')); }

class ExplorePlanner {
 public:
  ExplorePlanner(const ExploreRequest& request, ExploreFile file) : request_(request) {
    plan_.file = std::move(file);
    if (request.seeds) plan_.file.seeds = *request.seeds;
    if (request.level) plan_.file.level = request.level;
  }

  std::variant<ExplorePlan, std::vector<Diagnostic>> plan() {
    check_overrides();
    check_size();
    if (!own_.empty()) return own_.sorted();
    plan_.sweep.keys = {"design", "machine", "workload", "disturbance", "tune"};
    plan_.sweep.seeds = plan_.file.seeds;
    plan_.sweep.scenario_name = plan_.file.name;
    plan_.sweep.level = plan_.file.level.value_or(Level::kPacket);
    make_cells();
    check_fits();
    if (!faults_.empty()) return listed();
    return std::move(plan_);
  }

 private:
  struct Fault {
    Diagnostic diagnostic;
    std::size_t runs = 0;  ///< combinations that have the fault
    std::string first;     ///< coordinates of the first of them
  };

  [[nodiscard]] const ExploreFile& file() const { return plan_.file; }

  void check_overrides() {
    const auto check = [this](const std::vector<ExploreSetting>& settings, const std::string& what) {
      for (const ExploreSetting& each : settings) {
        for (const std::string& given : request_.overrides) {
          if (key_of(given) != key_of(each.text)) continue;
          own_.add(each.key, fmt::format("{} sets '{}', and so does --set {}", what, key_of(given), given));
        }
      }
    };
    for (const ExploreDesign& design : file().designs) {
      check(design.settings, "design '" + design.name + "'");
      if (design.tune) check(design.tune->grid, "design '" + design.name + "'");
    }
    for (const auto* choices : {&file().machines, &file().workloads, &file().disturbances}) {
      for (const ExploreChoice& choice : *choices) check(choice.settings, "'" + choice.name + "'");
    }
  }

  void check_size() {
    std::size_t runs = 0;
    for (const ExploreDesign& design : file().designs) runs += design.tune ? design.tune->grid.size() : 1;
    runs *= plan_.columns() * file().seeds;
    if (runs <= kMostExploreRuns) return;
    own_.add(file().designs.front().place, fmt::format("{} runs, and an exploration has at most {}: shorten a grid, an "
                                                       "axis or the seeds",
                                                       runs, kMostExploreRuns));
  }

  void make_cells() {
    for (std::size_t d = 0; d < file().designs.size(); ++d) {
      for (std::size_t m = 0; m < file().machines.size(); ++m) {
        for (std::size_t w = 0; w < file().workloads.size(); ++w) {
          for (std::size_t x = 0; x < file().disturbances.size(); ++x) {
            ExploreCell cell;
            std::tie(cell.design, cell.machine, cell.workload, cell.disturbance) = std::tie(d, m, w, x);
            make_cell(cell);
            plan_.cells.push_back(std::move(cell));
          }
        }
      }
    }
  }

  void make_cell(ExploreCell& cell) {
    const ExploreDesign& design = file().designs[cell.design];
    const std::size_t before = plan_.sweep.points.size();
    const std::size_t values = design.tune ? design.tune->grid.size() : 1;
    for (std::size_t value = 0; value < values && cell.refused.empty(); ++value) {
      cell.points.push_back(plan_.sweep.points.size());
      make_runs(cell, design.tune ? &design.tune->grid[value] : nullptr);
    }
    if (cell.refused.empty()) return;
    plan_.sweep.points.resize(before);
    cell.points.clear();
  }

  [[nodiscard]] Settings settings_of(const ExploreCell& cell, const ExploreSetting* tuned) const {
    Settings all;
    const auto add = [&all](const std::vector<ExploreSetting>& list) {
      for (const ExploreSetting& each : list) all.push_back(&each);
    };
    add(file().machines[cell.machine].settings);
    add(file().workloads[cell.workload].settings);
    add(file().disturbances[cell.disturbance].settings);
    add(file().designs[cell.design].settings);
    if (tuned != nullptr) all.push_back(tuned);
    return all;
  }

  void make_runs(ExploreCell& cell, const ExploreSetting* tuned) {
    Settings settings;
    for (const ExploreSetting& each : file().common) settings.push_back(&each);
    const std::size_t common = settings.size();
    const Settings own = settings_of(cell, tuned);
    SweepPoint run;
    for (const ExploreSetting* each : settings) run.overrides.push_back(each->text);
    run.overrides.insert(run.overrides.end(), request_.overrides.begin(), request_.overrides.end());
    for (const ExploreSetting* each : own) run.overrides.push_back(each->text);
    run.values = {file().designs[cell.design].name, file().machines[cell.machine].name,
                  file().workloads[cell.workload].name, file().disturbances[cell.disturbance].name,
                  tuned == nullptr ? "" : tuned->text};
    settings.insert(settings.end(), request_.overrides.size(), nullptr);
    settings.insert(settings.end(), own.begin(), own.end());
    leave_out_unread(run.overrides, settings);
    for (const ExploreSetting* each : settings) {
      if (each != nullptr) ++users_[each];
    }
    ++runs_;
    ScenarioResult result = read_scenario(file().scenario, run.overrides);
    if (const auto* found = std::get_if<std::vector<Diagnostic>>(&result)) {
      for (const Diagnostic& diagnostic : *found) take(diagnostic, settings, common, cell);
      return;
    }
    Scenario& scenario = std::get<Scenario>(result);
    if (is_open_loop(scenario.workload.algorithm)) {
      return take(scenario.diagnose({"workload.algorithm", "an exploration compares times, and an open loop has none"}),
                  settings, common, cell);
    }
    for (const KeyFault& fault : level_faults(plan_.sweep.level, scenario)) {
      take(scenario.diagnose(fault), settings, common, cell);
    }
    if (!cell.refused.empty()) return;
    cell.network = scenario.machine.network.text();
    cell.pacing_mode = scenario.pacing.mode.name();
    cell.control = scenario.pacing.control.kind.name();
    cell.window = static_cast<int>(scenario.pacing.window);
    add_seeds(run, scenario);
  }

  /// Takes settings out that hold where their keys are read alone, if this run does not read them.
  void leave_out_unread(std::vector<std::string>& overrides, Settings& settings) const {
    const auto is_optional = [](const ExploreSetting* each) { return each != nullptr && each->where_read; };
    if (std::none_of(settings.begin(), settings.end(), is_optional)) return;
    std::vector<std::string> certain;
    for (std::size_t i = 0; i < settings.size(); ++i) {
      if (!is_optional(settings[i])) certain.push_back(overrides[i]);
    }
    const ScenarioResult result = read_scenario(file().scenario, certain);
    const auto* scenario = std::get_if<Scenario>(&result);
    for (std::size_t i = settings.size(); scenario != nullptr && i-- > 0;) {
      if (!is_optional(settings[i])) continue;
      const int key = find_key(key_of(settings[i]->text));
      if (key < 0 || key_at(key).takes_effect(*scenario)) continue;
      overrides.erase(overrides.begin() + static_cast<std::ptrdiff_t>(i));
      settings.erase(settings.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }

  void add_seeds(SweepPoint& run, Scenario& scenario) {
    for (std::size_t seed = 0; seed < file().seeds; ++seed, ++scenario.seed) {
      plan_.sweep.points.push_back(run_of_sweep(plan_.sweep, run, scenario));
    }
  }

  /// The fault at its place in the file of the exploration, or a refusal of the cell.
  void take(const Diagnostic& found, const Settings& settings, std::size_t common, ExploreCell& cell) {
    const ExploreDesign& design = file().designs[cell.design];
    if (design.where_it_fits && cell.refused.empty()) {
      cell.refused = found.message;
      return;
    }
    const auto option = static_cast<std::size_t>(found.line) - 1;
    const bool is_set = found.file.rfind("--set", 0) == 0 && option < settings.size();
    Fault fault{found, 0, text_of(cell)};
    if (is_set && settings[option] != nullptr) {
      const ExploreSetting& setting = *settings[option];
      const bool in_key = found.column <= static_cast<int>(key_of(setting.text).size());
      const Place& place = in_key ? setting.key : setting.value;
      fault.diagnostic = {place.source->name, place.line, place.column, found.message, place.source->line(place.line)};
    } else if (is_set) {
      fault.diagnostic.line = static_cast<int>(option - common) + 1;
    }
    add(fault, is_set ? settings[option] : nullptr);
  }

  void add(const Fault& fault, const ExploreSetting* setting) {
    const Diagnostic& d = fault.diagnostic;
    const auto [known, fresh] = known_.try_emplace({d.file, d.line, d.column, d.message}, faults_.size());
    if (fresh) {
      faults_.push_back(fault);
      settings_.push_back(setting);
    }
    ++faults_[known->second].runs;
  }

  /// A design that fits nowhere has a fault.
  void check_fits() {
    for (std::size_t d = 0; d < file().designs.size(); ++d) {
      if (!file().designs[d].where_it_fits) continue;
      const auto first = plan_.cells.begin() + static_cast<std::ptrdiff_t>(plan_.cell(d, 0));
      const auto refuses = [](const ExploreCell& cell) { return !cell.refused.empty(); };
      if (!std::all_of(first, first + static_cast<std::ptrdiff_t>(plan_.columns()), refuses)) continue;
      const Place& place = file().designs[d].place;
      faults_.push_back({{place.source->name, place.line, place.column,
                          fmt::format("'{}' fits nowhere: {}", file().designs[d].name, first->refused),
                          place.source->line(place.line)},
                         runs_,
                         {}});
      settings_.push_back(nullptr);
    }
  }

  [[nodiscard]] std::string text_of(const ExploreCell& cell) const {
    return fmt::format("design {}, machine {}, workload {}, disturbance {}", file().designs[cell.design].name,
                       file().machines[cell.machine].name, file().workloads[cell.workload].name,
                       file().disturbances[cell.disturbance].name);
  }

  [[nodiscard]] std::vector<Diagnostic> listed() const {
    std::vector<Diagnostic> list;
    for (std::size_t i = 0; i < faults_.size() && i < DiagnosticList::kMostListed; ++i) {
      list.push_back(faults_[i].diagnostic);
      const std::size_t suspects = settings_[i] != nullptr ? users_.at(settings_[i]) : runs_;
      if (faults_[i].runs != suspects) list.back().message += " (with " + faults_[i].first + ")";
    }
    std::stable_sort(list.begin(), list.end(), [](const Diagnostic& a, const Diagnostic& b) {
      return std::tie(a.file, a.line, a.column) < std::tie(b.file, b.line, b.column);
    });
    return list;
  }

  const ExploreRequest& request_;
  ExplorePlan plan_;
  DiagnosticList own_;
  std::vector<Fault> faults_;
  std::vector<const ExploreSetting*> settings_;  ///< at fault, by fault; null: none of them
  std::map<const ExploreSetting*, std::size_t> users_;
  std::size_t runs_ = 0;
  std::map<std::tuple<std::string, int, int, std::string>, std::size_t> known_;
};

}  // namespace

std::size_t ExplorePlan::columns() const {
  return file.machines.size() * file.workloads.size() * file.disturbances.size();
}

std::variant<ExplorePlan, std::vector<Diagnostic>> plan_exploration(const ExploreRequest& request) {
  auto file = read_exploration(request.file);
  if (auto* faults = std::get_if<std::vector<Diagnostic>>(&file)) return std::move(*faults);
  return ExplorePlanner(request, std::move(std::get<ExploreFile>(file))).plan();
}

}  // namespace tactus
