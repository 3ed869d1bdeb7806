#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/router/class_routes.h"
#include "testbench/app/cli/command.h"
#include "testbench/app/cli/commands.h"
#include "testbench/app/cli/common_options.h"
#include "testbench/app/cli/exit_status.h"
#include "testbench/app/cli/terminal.h"
#include "testbench/app/files/printable.h"
#include "testbench/app/scenario/class_number.h"
#include "testbench/app/scenario/nearest.h"
#include "testbench/app/scenario/route_table_text.h"

namespace tactus {
namespace {

/// "control (VC 0)", "bulk (VCs 1-2)"
std::string class_text(const RouterConfig& router, int number) {
  const MessageClass& of = router.classes[static_cast<std::size_t>(number)];
  const int first = router.first_vc(number);
  if (of.virtual_channels == 1) return fmt::format("{} (VC {})", of.name, first);
  return fmt::format("{} (VCs {}-{})", of.name, first, first + of.virtual_channels - 1);
}

/// Numbers of the classes, by the number of their VCs: classes that have as many have one table.
std::vector<std::vector<int>> classes_by_vcs(const RouterConfig& router) {
  std::vector<std::vector<int>> groups;
  for (int number = 0; number < static_cast<int>(router.classes.size()); ++number) {
    const auto vcs_of = [&](int of) { return router.classes[static_cast<std::size_t>(of)].virtual_channels; };
    const auto as_many = [&](const std::vector<int>& group) { return vcs_of(group.front()) == vcs_of(number); };
    auto found = std::find_if(groups.begin(), groups.end(), as_many);
    if (found == groups.end()) found = groups.insert(groups.end(), std::vector<int>{});
    found->push_back(number);
  }
  return groups;
}

/// `tactus routes SCENARIO`: prints the routes of a scenario's machine as a table, which `router.table` can name. A
/// machine with classes has a table for each number of VCs that a class has.
class RoutesCommand final : public Command {
 public:
  void declare(CommandOptions& options) override {
    options.option("SCENARIO", scenario_, {"Scenario file with routers"}, true);
    add_set_option(options, overrides_,
                   "Set a parameter of the scenario, or any of its keys by its dotted path; may be repeated");
    options.option("--class", class_name_,
                   {"Class of messages whose routes are printed; default: every class", "NAME"});
    add_plugin_option(options);
  }
  int execute() override {
    const std::optional<Scenario> read = scenario_argument(scenario_, overrides_, {});
    if (!read) return kInputWrong;
    if (read->network.kind != kTorusName && read->network.kind != kGraphName) {
      throw UsageError(fmt::format("routes: network.kind {} has no routers", read->network.kind.name()));
    }
    const RouterConfig& router = read->machine.router;
    if (!class_name_.empty()) {
      const ClassNumber of = class_number(router.classes, class_name_);
      if (!of.fault.empty()) throw UsageError("routes: --class: " + of.fault);
      print_classes(*read, {of.number});
    } else if (router.has_classes()) {
      for (const std::vector<int>& classes : classes_by_vcs(router)) print_classes(*read, classes);
    } else {
      print_table(*read, read->machine, "");
    }
    return kDone;
  }

 private:
  /// The table of `classes`, which have as many VCs each.
  static void print_classes(const Scenario& scenario, const std::vector<int>& classes) {
    std::vector<std::string> names;
    names.reserve(classes.size());
    for (const int number : classes) names.push_back(class_text(scenario.machine.router, number));
    print_table(scenario, machine_of_class(scenario.machine, classes.front()),
                fmt::format("# {} {}; the VCs of {} are numbered from 0 on\n", names.size() > 1 ? "classes" : "class",
                            enumeration(names, "and"), names.size() > 1 ? "each class" : "the class"));
  }
  static void print_table(const Scenario& scenario, const MachineConfig& machine, const std::string& classes) {
    const RouteTableText table = route_table_text(machine);
    if (!table.refusal.empty()) throw UsageError("routes: " + table.refusal);
    print_safely(stdout, "# {} of {}, {} with {} VCs\n{}# node destination output\n{}", machine.router.routing.name(),
                 scenario.name, machine.network.text(), machine.router.virtual_channels, classes, table.text);
  }

  std::filesystem::path scenario_;
  std::string class_name_;
  std::vector<std::string> overrides_;
};

}  // namespace

std::unique_ptr<Command> make_routes_command() { return std::make_unique<RoutesCommand>(); }

}  // namespace tactus
