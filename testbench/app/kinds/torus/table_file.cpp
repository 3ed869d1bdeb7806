#include "testbench/app/kinds/torus/table_file.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <vector>

#include "hw/router/class_routes.h"
#include "hw/router/table_check.h"
#include "testbench/app/kinds/torus/route_check.h"
#include "testbench/app/scenario/nearest.h"
#include "testbench/app/scenario/route_table_file.h"

namespace tactus {
namespace {

constexpr char kTableKey[] = "router.table";

/// Lines of the entries, in their order, each once.
std::string lines_of(const std::vector<TableWait>& waits) {
  std::vector<int> lines;
  for (const TableWait& wait : waits) lines.insert(lines.end(), {wait.holds->line, wait.waits->line});
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  std::vector<std::string> texts;
  for (const int line : lines) texts.push_back(std::to_string(line));
  return fmt::format("line{} {}", texts.size() > 1 ? "s" : "", enumeration(texts, "and"));
}

}  // namespace

bool read_table_file(ScenarioReading& reading) {
  Scenario& scenario = reading.scenario();
  const std::size_t faults = reading.diagnostics().size();
  if (scenario.machine.network.nodes() > RouteTable::kMostNodes) {
    reading.report("machine", {{"router.routing", fmt::format("{}: {}", scenario.machine.router.routing.name(),
                                                              table_refusal(scenario.machine))}});
    return false;
  }
  const SourceText* source = reading.named_file(kTableKey, scenario.table_file);
  if (source == nullptr) return false;
  scenario.machine.router.table = read_route_table(*source, scenario.machine, reading.diagnostics());
  reading.set_item_places(kTableKey, {{source, source->first_line, 1}});
  return reading.diagnostics().size() == faults;
}

void check_table_routes(ScenarioReading& reading) {
  const MachineConfig& all = reading.scenario().machine;
  // All classes have the same ways, each on as many VCs of its own.
  const MachineConfig machine = all.router.has_classes() ? machine_of_class(all, 0) : all;
  const CheckedTable checked = check_table(machine);
  const SourceText* source = reading.item_place(kTableKey).source;
  const auto place = [&](const RouteEntry* entry) {
    return entry == nullptr ? Place{source, source->first_line, 1} : Place{source, entry->line, entry->column};
  };
  for (const TableFault& fault : checked.faults) reading.diagnostics().add(place(fault.entry), fault.text);
  if (!checked.cycle) return;
  reading.diagnostics().add(place(checked.waits.front().holds),
                            fmt::format("this machine can deadlock by {}. {}", lines_of(checked.waits),
                                        text_of_circle(machine, *checked.cycle)));
}

}  // namespace tactus
