#include "testbench/app/kinds/torus/schedule_file.h"

#include <fmt/core.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "rtl/twin/rtl_support.h"
#include "testbench/app/import/collective_expansion.h"
#include "testbench/app/import/importer.h"
#include "tlm_models/traffic/schedule.h"

namespace tactus {
namespace {

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
    if (!faults_.empty()) return tell(faults_.sorted());
    reading_.scenario().workload.schedule = std::move(schedule_);
    return true;
  }

 private:
  void import() {
    const Scenario& scenario = reading_.scenario();
    const ScheduleReading& how = scenario.schedule_reading;
    ImportLimits limits;
    limits.ranks = scenario.ranks().ranks();
    const bool in_rtl = !scenario.rtl.nics.empty();
    const Bytes most = in_rtl ? rtl_nic_longest_message(scenario.machine) : max_message(scenario.machine);
    limits.message_bytes = most.count();
    CollectiveExpansion collectives;
    ImportTarget target(*schedule_, collectives, faults_, limits, [this](int ranks) { schedule_->set_ranks(ranks); });
    import_schedule(path_, {}, {how.compute_scale, how.flop_rate, how.goal_unit.count()}, target);
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

}  // namespace

bool read_schedule_file(ScenarioReading& reading) {
  const bool named = reading.entry("workload.schedule") != nullptr && !reading.is_bad("workload.schedule");
  return named && ScheduleFile(reading).read();
}

}  // namespace tactus
