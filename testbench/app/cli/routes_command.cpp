#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "testbench/app/cli/command.h"
#include "testbench/app/cli/commands.h"
#include "testbench/app/cli/common_options.h"
#include "testbench/app/cli/exit_status.h"
#include "testbench/app/cli/terminal.h"
#include "testbench/app/files/printable.h"
#include "testbench/app/scenario/route_table_text.h"

namespace tactus {
namespace {

/// `tactus routes SCENARIO`: prints the routes of a scenario's machine as a table, which `router.table` can name.
class RoutesCommand final : public Command {
 public:
  void declare(CommandOptions& options) override {
    options.option("SCENARIO", scenario_, {"Scenario file with routers"}, true);
    add_set_option(options, overrides_,
                   "Set a parameter of the scenario, or any of its keys by its dotted path; may be repeated");
    add_plugin_option(options);
  }
  int execute() override {
    const std::optional<Scenario> read = scenario_argument(scenario_, overrides_, {});
    if (!read) return kInputWrong;
    if (read->network.kind != kTorusName && read->network.kind != kGraphName) {
      throw UsageError(fmt::format("routes: network.kind {} has no routers", read->network.kind.name()));
    }
    const MachineConfig& machine = read->machine;
    if (machine.router.has_classes()) throw UsageError("routes: a table has routes of one class: leave out classes");
    const RouteTableText table = route_table_text(machine);
    if (!table.refusal.empty()) throw UsageError("routes: " + table.refusal);
    print_safely(stdout, "# {} of {}, {} with {} VCs\n# node destination output\n{}", machine.router.routing.name(),
                 read->name, machine.network.text(), machine.router.virtual_channels, table.text);
    return kDone;
  }

 private:
  std::filesystem::path scenario_;
  std::vector<std::string> overrides_;
};

}  // namespace

std::unique_ptr<Command> make_routes_command() { return std::make_unique<RoutesCommand>(); }

}  // namespace tactus
