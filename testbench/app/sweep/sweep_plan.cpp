#include "testbench/app/sweep/sweep_plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

#include "testbench/app/files/content_hash.h"
#include "testbench/app/results/result_file.h"
#include "testbench/app/results/run_summary.h"
#include "testbench/app/run/machine_kind.h"
#include "testbench/app/scenario/rtl_sources.h"
#include "testbench/app/scenario/scenario_keys.h"
#include "testbench/app/scenario/scenario_reader.h"
#include "testbench/app/sweep/sweep_axis.h"

namespace tactus {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr char kOption[] = "--over ";
constexpr char kDesignOption[] = "--design ";
constexpr char kDesign[] = "design";
constexpr char kSeed[] = "seed";

std::string identity(const OrderedJson& level, const OrderedJson& versions, const OrderedJson& configuration) {
  return OrderedJson{level, versions, configuration}.dump();
}

std::string identity_of(Level level, const Scenario& scenario) {
  OrderedJson versions = OrderedJson::object();
  for (const auto& [name, version] : tool_versions(scenario.loaded_plugins)) versions[name] = version;
  OrderedJson configuration = OrderedJson::object();
  for (const auto& [key, value] : resolved_configuration(scenario)) configuration[key] = value;
  return identity(to_string(level), versions, configuration);
}

class SweepPlanner {
 public:
  explicit SweepPlanner(const SweepRequest& request) : request_(request) {}

  std::variant<SweepPlan, std::vector<Diagnostic>> plan() {
    read_designs();
    read_axes();
    if (diagnostics_.empty()) {
      check_designs();
      check_axes();
    }
    if (!diagnostics_.empty()) return diagnostics_.sorted();
    make_points();
    read_points();
    if (!faults_.empty()) return listed_faults();
    choose_level();
    if (!faults_.empty()) return listed_faults();
    make_runs();
    return std::move(plan_);
  }

 private:
  /// A fault with its place.
  struct PlacedFault {
    Diagnostic diagnostic;
    std::size_t suspects;  ///< points that give the place the text that it has there
  };
  struct PointFault {
    PlacedFault fault;
    std::size_t points;  ///< that have it
    std::size_t first_point;
  };

  /// Place of a point among the combinations.
  struct Position {
    std::size_t design = 0;           ///< which design, if there are any
    std::vector<std::size_t> values;  ///< which value of each axis
  };

  using PointFaults = std::vector<std::pair<std::size_t, KeyFault>>;

  void read_axes() {
    for (std::size_t i = 0; i < request_.over.size(); ++i) {
      const int position = static_cast<int>(i) + 1;
      sources_.push_back({kOption + request_.over[i], request_.over[i], position, position});
      if (std::optional<SweepAxis> axis = parse_axis(sources_.back(), diagnostics_)) axes_.push_back(std::move(*axis));
    }
  }

  void read_designs() {
    for (std::size_t i = 0; i < request_.designs.size(); ++i) {
      const int position = static_cast<int>(i) + 1;
      const std::string& text = request_.designs[i];
      design_sources_.push_back({kDesignOption + text, text, position, position});
      if (auto design = parse_design(design_sources_.back(), diagnostics_)) designs_.push_back(std::move(*design));
    }
  }

  void check_designs() {
    for (std::size_t i = 0; i < designs_.size(); ++i) {
      const SourceText& source = design_sources_[i];
      const auto same_name = [&](const SweepDesign& each) { return each.name == designs_[i].name; };
      if (std::find_if(designs_.begin(), designs_.end(), same_name) != designs_.begin() + static_cast<long>(i)) {
        diagnostics_.add({&source, source.first_line, 1}, fmt::format("there are two designs '{}'", designs_[i].name));
      }
      for (const SweepDesign::Setting& setting : designs_[i].settings) {
        const Place place{&source, source.first_line, setting.column};
        for (const SweepAxis& axis : axes_) {
          if (axis.key != setting.key) continue;
          diagnostics_.add(place, fmt::format("'{}' is set here and varied by --over", setting.key));
        }
        for (const std::string& other : request_.overrides) {
          if (other.rfind(setting.key + "=", 0) != 0) continue;
          diagnostics_.add(place, fmt::format("'{}' is set here and by --set {}", setting.key, other));
        }
      }
    }
  }

  void check_axes() {
    std::size_t points = std::max<std::size_t>(1, designs_.size());
    for (std::size_t i = 0; i < axes_.size(); ++i) {
      const Place place{&sources_[i], sources_[i].first_line, 1};
      const std::string& key = axes_[i].key;
      const auto same_key = [&key](const SweepAxis& axis) { return axis.key == key; };
      if (std::find_if(axes_.begin(), axes_.end(), same_key) != axes_.begin() + static_cast<long>(i)) {
        diagnostics_.add(place, fmt::format("'{}' is varied twice; a sweep takes every combination", key));
      }
      for (const std::string& override_text : request_.overrides) {
        if (override_text.rfind(key + "=", 0) == 0) {
          diagnostics_.add(place, fmt::format("'{}' is varied here and set by --set {}", key, override_text));
        }
      }
      if (key == kSeed && request_.seeds > 1) {
        diagnostics_.add(place, "'seed' is varied here and by --seeds: leave one of them out");
      }
      if (points <= kMostSweepPoints) points *= axes_[i].values.size();
    }
    if (points * request_.seeds <= kMostSweepPoints) return;
    const SourceText& last = sources_.empty() ? design_sources_.back() : sources_.back();
    const Place place{&last, last.first_line, 1};
    if (request_.seeds > 1) {
      diagnostics_.add(place, fmt::format("more than {} runs: {} for each combination by --seeds", kMostSweepPoints,
                                          request_.seeds));
    } else {
      diagnostics_.add(place, fmt::format("more than {} points", kMostSweepPoints));
    }
  }

  void make_points() {
    if (!designs_.empty()) plan_.keys.emplace_back(kDesign);
    for (const SweepAxis& axis : axes_) plan_.keys.push_back(axis.key);
    for (std::size_t design = 0; design < std::max<std::size_t>(1, designs_.size()); ++design) make_points(design);
  }

  /// Those of one design, or of none.
  void make_points(std::size_t design) {
    std::vector<std::size_t> at(axes_.size());
    for (;;) {
      SweepPoint point;
      point.overrides = request_.overrides;
      if (!designs_.empty()) {
        point.values.push_back(designs_[design].name);
        for (const SweepDesign::Setting& setting : designs_[design].settings) point.overrides.push_back(setting.text);
      }
      for (std::size_t i = 0; i < axes_.size(); ++i) {
        point.values.push_back(axes_[i].values[at[i]].text);
        point.overrides.push_back(axes_[i].key + "=" + point.values.back());
      }
      plan_.points.push_back(std::move(point));
      positions_.push_back({design, at});
      std::size_t axis = axes_.size();
      while (axis > 0 && ++at[axis - 1] == axes_[axis - 1].values.size()) at[--axis] = 0;
      if (axis == 0) return;
    }
  }

  void read_points() {
    for (std::size_t i = 0; i < plan_.points.size(); ++i) {
      SweepPoint& point = plan_.points[i];
      ScenarioResult result = read_scenario(request_.scenario, point.overrides);
      if (const auto* found = std::get_if<std::vector<Diagnostic>>(&result)) {
        for (const Diagnostic& diagnostic : *found) add_fault(placed(diagnostic, i), i);
        continue;
      }
      const Scenario& scenario = scenarios_.emplace_back(std::move(std::get<Scenario>(result)));
      plan_.scenario_name = scenario.name;
      if (scenario.seed > std::numeric_limits<std::uint64_t>::max() - (request_.seeds - 1)) {
        const std::string fault = fmt::format("{}: --seeds {} counts on from there, beyond the largest number",
                                              scenario.seed, request_.seeds);
        add_fault(placed(scenario.diagnose({kSeed, fault}), i), i);
      }
      scenarios_.back().workload.messages.clear();  // checked, and large
      scenarios_.back().message_labels.clear();
      scenarios_.back().workload.schedule.reset();
    }
  }

  /// The one asked for, or the first that every point allows.
  void choose_level() {
    PointFaults first_refused;
    for (const Level level : {Level::kPacket, Level::kCycle, Level::kFlow}) {
      if (request_.level && level != *request_.level) continue;
      plan_.level = level;
      const PointFaults refused = faults_at(level);
      if (refused.empty()) {
        if (!first_refused.empty()) {
          const KeyFault& fault = first_refused.front().second;
          plan_.level_reason = fault.key + ": " + fault.message;
        }
        return;
      }
      if (first_refused.empty()) first_refused = refused;
    }
    for (const auto& [point, fault] : first_refused) add_fault(placed(scenarios_[point].diagnose(fault), point), point);
  }

  /// Each combination becomes its runs, with what a result must have been made from to be theirs.
  void make_runs() {
    const std::vector<SweepPoint> combinations = std::move(plan_.points);
    plan_.points.clear();
    plan_.seeds = request_.seeds;
    for (std::size_t i = 0; i < combinations.size(); ++i) {
      Scenario& scenario = scenarios_[i];
      for (std::size_t repetition = 0; repetition < plan_.seeds; ++repetition) {
        if (repetition > 0) ++scenario.seed;
        plan_.points.push_back(run_of_sweep(plan_, combinations[i], scenario));
      }
    }
  }

  /// What keeps points from being executed at `level`.
  [[nodiscard]] PointFaults faults_at(Level level) const {
    PointFaults faults;
    for (std::size_t i = 0; i < scenarios_.size(); ++i) {
      for (const KeyFault& fault : level_faults(level, scenarios_[i])) faults.emplace_back(i, fault);
    }
    return faults;
  }

  [[nodiscard]] PlacedFault in_axis(std::size_t axis, int column, const std::string& message) const {
    const SourceText& source = sources_[axis];
    const std::size_t values = column > static_cast<int>(axes_[axis].key.size()) ? axes_[axis].values.size() : 1;
    return {{source.name, source.first_line, column, message, source.text}, plan_.points.size() / values};
  }

  /// A fault of a setting of a design.
  [[nodiscard]] PlacedFault in_design(std::size_t design, std::size_t setting, const Diagnostic& found) const {
    const SourceText& source = design_sources_[design];
    const int column = designs_[design].settings[setting].column + found.column - 1;
    return {{source.name, source.first_line, column, found.message, source.text},
            plan_.points.size() / designs_.size()};
  }

  /// A fault of one of the options that stand for the swept values, at its place in the `--over` or the `--design` that
  /// it is from.
  [[nodiscard]] PlacedFault placed(const Diagnostic& found, std::size_t point) const {
    const auto option = static_cast<std::size_t>(found.line) - 1;
    const bool swept = found.file.rfind("--set", 0) == 0 && option >= request_.overrides.size();
    if (!swept) return {found, plan_.points.size()};
    const Position& position = positions_[point];
    const std::size_t settings = designs_.empty() ? 0 : designs_[position.design].settings.size();
    const std::size_t own = option - request_.overrides.size();
    if (own < settings) return in_design(position.design, own, found);
    const std::size_t axis = own - settings;
    const AxisValue& value = axes_[axis].values[position.values[axis]];
    const int in_value = found.column - static_cast<int>(axes_[axis].key.size()) - 2;
    if (in_value < 0) return in_axis(axis, found.column, found.message);
    return in_axis(axis, value.column + (value.from_range ? 0 : in_value), found.message);
  }

  void add_fault(const PlacedFault& fault, std::size_t point) {
    const Diagnostic& d = fault.diagnostic;
    const auto [known, fresh] = known_.try_emplace({d.file, d.line, d.column, d.message}, faults_.size());
    if (fresh) faults_.push_back({fault, 0, point});
    ++faults_[known->second].points;
  }

  [[nodiscard]] std::vector<Diagnostic> listed_faults() const {
    std::vector<Diagnostic> list;
    for (const PointFault& each : faults_) {
      if (list.size() == DiagnosticList::kMostListed) break;
      list.push_back(each.fault.diagnostic);
      if (each.points == each.fault.suspects) continue;
      list.back().message += fmt::format(" (with {})", point_text(plan_.points[each.first_point]));
    }
    return list;
  }

  [[nodiscard]] std::string point_text(const SweepPoint& point) const {
    return fmt::format("{}", fmt::join(point.overrides.begin() + static_cast<long>(request_.overrides.size()),
                                       point.overrides.end(), ", "));
  }

  const SweepRequest& request_;
  std::deque<SourceText> sources_;
  DiagnosticList diagnostics_;
  std::deque<SourceText> design_sources_;
  std::vector<SweepDesign> designs_;
  std::vector<SweepAxis> axes_;
  SweepPlan plan_;
  std::vector<Position> positions_;  ///< by point
  std::deque<Scenario> scenarios_;   ///< by point, as long as none has a fault
  std::vector<PointFault> faults_;
  std::map<std::tuple<std::string, int, int, std::string>, std::size_t> known_;
};

}  // namespace

std::vector<std::filesystem::path> named_files(const Scenario& scenario) {
  std::vector<std::filesystem::path> files;
  std::vector<std::string> named = {scenario.messages_file, scenario.schedule_file, scenario.noise_file,
                                    scenario.table_file, scenario.graph_file};
  for (const JobSettings& job : scenario.jobs) named.push_back(job.schedule_file);
  for (const std::string& file : named) {
    if (!file.empty()) files.push_back(scenario.beside(file));
  }
  for (const RtlReplacement& replacement : scenario.rtl.replace) {
    for (std::filesystem::path& file : rtl_files(scenario.beside(replacement.sources)))
      files.push_back(std::move(file));
  }
  return files;
}

SweepPoint run_of_sweep(const SweepPlan& plan, const SweepPoint& point, const Scenario& scenario) {
  SweepPoint run = point;
  std::vector<std::string> keys = plan.keys;
  std::vector<std::string> values = run.values;
  if (plan.seeds > 1) {  // as if the seed were one more axis, the last
    keys.emplace_back(kSeed);
    values.push_back(std::to_string(scenario.seed));
    run.overrides.push_back(keys.back() + "=" + values.back());
  }
  run.seed = scenario.seed;
  if (scenario.machine.router.has_classes()) {
    for (const MessageClass& each : scenario.machine.router.classes) run.classes.push_back(each.name);
  }
  run.folder = point_folder(keys, values);
  run.identity = identity_of(plan.level, scenario);
  run.leaves = machine_kind(scenario).files(scenario, plan.level);
  run.files = named_files(scenario);
  return run;
}

std::vector<std::size_t> SweepShard::share(std::size_t points) const {
  std::vector<std::size_t> mine;
  for (std::size_t point = index; point < points; point += of) mine.push_back(point);
  return mine;
}

std::variant<SweepPlan, std::vector<Diagnostic>> plan_sweep(const SweepRequest& request) {
  return SweepPlanner(request).plan();
}

bool is_result_of(const SweepPoint& point, const std::filesystem::path& result) {
  const std::optional<ResultFile> file = find_result(result);
  if (!file) return false;
  const auto member = [&file](const char* name) { return file->json().value(name, OrderedJson()); };
  if (identity(member("level"), member("versions"), member("configuration")) != point.identity) return false;
  std::error_code error;
  const auto is_there = [&](const std::string& name) { return std::filesystem::exists(result.parent_path() / name); };
  if (!std::all_of(point.leaves.begin(), point.leaves.end(), is_there)) return false;
  const auto written = std::filesystem::last_write_time(result, error);
  return std::all_of(point.files.begin(), point.files.end(), [&](const std::filesystem::path& read) {
    return !error && written > std::filesystem::last_write_time(read, error) && !error;
  });
}

std::string point_folder(const std::vector<std::string>& keys, const std::vector<std::string>& values) {
  constexpr std::size_t kLongest = 200;  // file systems allow 255
  constexpr char kPlain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+-,[]";
  std::string name;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    name += (i == 0 ? "" : ",") + keys[i] + "=";
    for (const char c : values[i]) {
      if (std::string_view(kPlain).find(c) != std::string_view::npos) {
        name += c;
      } else {
        name += fmt::format("%{:02X}", static_cast<unsigned char>(c));
      }
    }
  }
  if (name.size() <= kLongest) return name;
  ContentHash hash;
  hash.add(name);
  return name.substr(0, kLongest) + "~" + hash.text();
}

}  // namespace tactus
