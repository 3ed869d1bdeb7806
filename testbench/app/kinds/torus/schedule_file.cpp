#include "testbench/app/kinds/torus/schedule_file.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rtl/twin/rtl_support.h"
#include "testbench/app/import/collective_expansion.h"
#include "testbench/app/import/importer.h"
#include "testbench/app/kinds/torus/group_check.h"
#include "tlm_models/traffic/schedule.h"

namespace tactus {
namespace {

bool is_positive(std::uint64_t number) { return number > 0; }

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

ImportSummary import_into(Schedule& schedule, const Scenario& scenario, ImportFaults& faults,
                          ImportTarget::OnLabel on_label) {
  const ScheduleReading& how = scenario.schedule_reading;
  ImportLimits limits;
  limits.ranks = scenario.ranks().ranks();
  const bool in_rtl = !scenario.rtl.nics.empty();
  const Bytes most = in_rtl ? rtl_nic_longest_message(scenario.machine) : max_message(scenario.machine);
  limits.message_bytes = most.count();
  limits.any_source = limits.any_tag = true;
  CollectiveExpansion collectives(how.collectives, grid_of(scenario.ranks()));
  ImportTarget target(schedule, collectives, faults, limits, [&schedule](int ranks) { schedule.set_ranks(ranks); });
  target.set_on_label(std::move(on_label));
  import_schedule(scenario.beside(scenario.schedule_file), {},
                  {how.compute_scale, how.flop_rate, how.goal_unit.count()}, target);
  return target.summary();
}

class ScheduleFile {
 public:
  explicit ScheduleFile(ScenarioReading& reading)
      : reading_(reading), path_(reading.scenario().beside(reading.scenario().schedule_file)) {}

  bool read() {
    import();
    if (!faults_.empty()) return tell(faults_.sorted());
    for (const ScheduleFault& fault : schedule_->match(reading_.scenario().machine.nics(), ImportFaults::kMostListed)) {
      add(fault);
    }
    check_groups();
    if (!faults_.empty()) return tell(faults_.sorted());
    reading_.scenario().workload.schedule = std::move(schedule_);
    return true;
  }

 private:
  void import() {
    const Scenario& scenario = reading_.scenario();
    const ScheduleReading& how = scenario.schedule_reading;
    const ImportSummary summary = import_into(*schedule_, scenario, faults_, {});
    if (how.collectives.empty() || !faults_.empty() ||
        std::any_of(summary.collectives.begin(), summary.collectives.end(), is_positive)) {
      return;
    }
    reading_.report("schedule_reading",
                    {{"collectives", fmt::format("{} has no collective calls: leave it out", name_)}});
  }

  /// Routes can be followed on a machine without faults.
  void check_groups() {
    if (!faults_.empty() || reading_.diagnostics().size() > 0) return;
    const Scenario& scenario = reading_.scenario();
    const RankMap map = scenario.rank_map();
    for (const ScheduleFault& fault : group_faults(*schedule_, map, scenario.machine, ImportFaults::kMostListed)) {
      add(fault);
    }
  }

  /// Of operations of several files, the rank tells which one is meant.
  void add(const ScheduleFault& fault) {
    ImportPlace place = ImportPlace::of_file(name_);
    place.line = fault.place;
    place.column = 1;
    faults_.add(place, fmt::format("rank {}: {}", fault.rank, fault.text));
  }

  bool tell(const std::vector<Diagnostic>& found) {
    for (const Diagnostic& each : found) {
      SourceText& source = reading_.add_source(each.file);
      source.text = each.source_line;
      source.first_line = each.line;
      reading_.diagnostics().add({&source, each.line, each.column}, each.message);
    }
    return false;
  }

  ScenarioReading& reading_;
  std::filesystem::path path_;
  std::string name_ = path_.string();
  ImportFaults faults_;
  std::shared_ptr<Schedule> schedule_ = std::make_shared<Schedule>();
};

/// The choices of methods, one by one.
bool check_collectives(ScenarioReading& reading) {
  const Entry* entry = reading.entry("workload.collectives");
  if (entry == nullptr) return true;
  if (reading.is_bad("workload.collectives")) return false;
  bool good = true;
  const std::vector<std::string> faults = faults_of(reading.scenario().schedule_reading.collectives);
  for (std::size_t i = 0; i < faults.size(); ++i) {
    if (faults[i].empty()) continue;
    good = false;
    reading.diagnostics().add(entry->value.items[i].place, fmt::format("workload.collectives[{}]: {}", i, faults[i]));
  }
  return good;
}

}  // namespace

LabelledOperations operations_labelled(const Scenario& scenario, int rank, std::string_view label) {
  constexpr std::size_t kMostOthers = 4096;
  LabelledOperations found;
  ImportFaults faults;
  Schedule again;
  import_into(again, scenario, faults, [&](int of, OperationSink::Index operation, std::string_view name) {
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
  if (!check_collectives(reading)) return false;
  const bool named = reading.entry("workload.schedule") != nullptr && !reading.is_bad("workload.schedule");
  return named && ScheduleFile(reading).read();
}

}  // namespace tactus
