#include "testbench/app/kinds/torus/schedule_file.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hw/router/class_routes.h"
#include "rtl/twin/rtl_support.h"
#include "testbench/app/import/collective_expansion.h"
#include "testbench/app/import/importer.h"
#include "testbench/app/kinds/torus/group_check.h"
#include "tlm_models/traffic/job_placement.h"
#include "tlm_models/traffic/schedule.h"

namespace tactus {
namespace {

bool is_positive(std::uint64_t number) { return number > 0; }

/// Where a scenario names a file of operations.
struct NamedSchedule {
  std::string file;
  ScheduleReading how;
  RankShape ranks;                   ///< that execute it
  std::string member;                ///< with the scenario's member `collectives` behind it: "schedule_reading"
  int message_class = 0;             ///< number of the class of its messages
  std::vector<int> machine_ranks{};  ///< by rank; empty: they are the same
};

NamedSchedule own_schedule(const Scenario& scenario) {
  return {scenario.schedule_file, scenario.schedule_reading, scenario.ranks(), "schedule_reading",
          scenario.workload.class_number};
}

std::string member_of_job(std::size_t job) { return fmt::format("workload.jobs[{}]", job); }

NamedSchedule schedule_of_job(const Scenario& scenario, std::size_t job, const PlacedJob& placed) {
  const JobSettings& settings = scenario.jobs[job];
  return {settings.schedule_file,
          settings.schedule_reading,
          placed.shape,
          member_of_job(job),
          scenario.workload.jobs[job].program.class_number,
          placed.processors};
}

/// Places of ranks that are nodes.
CollectiveGrid grid_of(const RankShape& ranks) {
  CollectiveGrid grid;
  if (ranks.per_node > 1 || ranks.nodes.is_numbered()) return grid;
  for (int d = 0; d < ranks.nodes.dimensions(); ++d) {
    grid.sizes.push_back(ranks.nodes.size(d));
    grid.wrap.push_back(ranks.nodes.wraps(d));
  }
  return grid;
}

ImportSummary import_into(Schedule& schedule, const Scenario& scenario, const NamedSchedule& named,
                          ImportFaults& faults, ImportTarget::OnLabel on_label) {
  ImportLimits limits;
  limits.ranks = named.ranks.ranks();
  const bool in_rtl = !scenario.rtl.nics.empty();
  const Bytes most = in_rtl ? rtl_nic_longest_message(scenario.machine) : max_message(scenario.machine);
  limits.message_bytes = most.count();
  limits.any_source = limits.any_tag = true;
  CollectiveExpansion collectives(named.how.collectives, grid_of(named.ranks));
  ImportTarget target(schedule, collectives, faults, limits, [&schedule](int ranks) { schedule.set_ranks(ranks); });
  target.set_on_label(std::move(on_label));
  import_schedule(scenario.beside(named.file), {},
                  {named.how.compute_scale, named.how.flop_rate, named.how.goal_unit.count()}, target);
  return target.summary();
}

class ScheduleFile {
 public:
  ScheduleFile(ScenarioReading& reading, NamedSchedule named)
      : reading_(reading), named_(std::move(named)), path_(reading.scenario().beside(named_.file)) {}

  /// The operations, or null.
  std::shared_ptr<const Schedule> read() {
    import();
    if (!faults_.empty()) return tell(faults_.sorted());
    const Scenario& scenario = reading_.scenario();
    const bool exchanges = scenario.workload.exchanges && named_.machine_ranks.empty();  // jobs have none
    for (const ScheduleFault& fault : schedule_->match(scenario.machine.nics(), ImportFaults::kMostListed, exchanges)) {
      add(fault);
    }
    check_groups();
    if (!faults_.empty()) return tell(faults_.sorted());
    return std::move(schedule_);
  }

 private:
  void import() {
    const Scenario& scenario = reading_.scenario();
    const ImportSummary summary = import_into(*schedule_, scenario, named_, faults_, {});
    if (named_.how.collectives.empty() || !faults_.empty() ||
        std::any_of(summary.collectives.begin(), summary.collectives.end(), is_positive)) {
      return;
    }
    reading_.report({},
                    {{named_.member + ".collectives", fmt::format("{} has no collective calls: leave it out", name_)}});
  }

  /// Routes can be followed on a machine without faults.
  void check_groups() {
    if (!faults_.empty() || reading_.diagnostics().size() > 0) return;
    const Scenario& scenario = reading_.scenario();
    const RankMap map = scenario.rank_map();
    const MachineConfig& machine = scenario.machine;
    const std::vector<ScheduleFault> found =
        group_faults(*schedule_, named_.machine_ranks, map,
                     machine.router.has_classes() ? machine_of_class(machine, named_.message_class) : machine,
                     ImportFaults::kMostListed);
    for (const ScheduleFault& fault : found) add(fault);
  }

  /// Of operations of several files, the rank tells which one is meant.
  void add(const ScheduleFault& fault) {
    ImportPlace place = ImportPlace::of_file(name_);
    place.line = fault.place;
    place.column = 1;
    faults_.add(place, fmt::format("rank {}: {}", fault.rank, fault.text));
  }

  std::nullptr_t tell(const std::vector<Diagnostic>& found) {
    for (const Diagnostic& each : found) {
      SourceText& source = reading_.add_source(each.file);
      source.text = each.source_line;
      source.first_line = each.line;
      reading_.diagnostics().add({&source, each.line, each.column}, each.message);
    }
    return nullptr;
  }

  ScenarioReading& reading_;
  NamedSchedule named_;
  std::filesystem::path path_;
  std::string name_ = path_.string();
  ImportFaults faults_;
  std::shared_ptr<Schedule> schedule_ = std::make_shared<Schedule>();
};

/// The choices of methods, one by one; `member` as NamedSchedule's.
bool check_collectives(ScenarioReading& reading, const std::string& member,
                       const std::vector<CollectiveChoice>& choices) {
  bool good = true;
  const std::vector<std::string> faults = faults_of(choices);
  for (std::size_t i = 0; i < faults.size(); ++i) {
    if (faults[i].empty()) continue;
    good = false;
    reading.report({}, {{fmt::format("{}.collectives[{}]", member, i), faults[i]}});
  }
  return good;
}

}  // namespace

LabelledOperations operations_labelled(const Scenario& scenario, std::optional<std::size_t> job, int rank,
                                       std::string_view label) {
  constexpr std::size_t kMostOthers = 4096;
  LabelledOperations found;
  ImportFaults faults;
  Schedule again;
  const NamedSchedule named =
      job ? schedule_of_job(scenario, *job, place_jobs(scenario.workload, scenario.ranks(), scenario.seed)[*job])
          : own_schedule(scenario);
  import_into(again, scenario, named, faults, [&](int of, OperationSink::Index operation, std::string_view name) {
    if (of != rank) return;
    if (name == label) {
      found.numbers.push_back(operation);
    } else if (found.others.size() < kMostOthers) {
      found.others.emplace_back(name);
    }
  });
  return found;
}

bool read_schedule_file(ScenarioReading& reading) {
  Scenario& scenario = reading.scenario();
  if (reading.is_bad("workload.collectives")) return false;
  const NamedSchedule named = own_schedule(scenario);
  if (!check_collectives(reading, named.member, scenario.schedule_reading.collectives)) return false;
  if (reading.entry("workload.schedule") == nullptr || reading.is_bad("workload.schedule")) return false;
  scenario.workload.schedule = ScheduleFile(reading, named).read();
  return scenario.workload.schedule != nullptr;
}

bool read_schedule_of_job(ScenarioReading& reading, std::size_t job, const PlacedJob& placed) {
  const NamedSchedule named = schedule_of_job(reading.scenario(), job, placed);
  if (!check_collectives(reading, named.member, named.how.collectives)) return false;
  std::shared_ptr<const Schedule> schedule = ScheduleFile(reading, named).read();
  const bool good = schedule != nullptr;
  reading.scenario().workload.jobs[job].program.schedule = std::move(schedule);
  return good;
}

}  // namespace tactus
