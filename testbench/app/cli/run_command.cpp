#include "testbench/app/cli/run_command.h"

#include <fmt/format.h>

#include <algorithm>

#include "hw/node/node_parts.h"
#include "testbench/app/cli/exit_status.h"
#include "testbench/app/cli/scenario_argument.h"
#include "testbench/app/cli/terminal.h"
#include "testbench/app/files/printable.h"
#include "testbench/app/results/result_folder.h"
#include "testbench/app/results/result_json.h"
#include "testbench/app/results/text_summary.h"
#include "testbench/app/run/credit_dropping_router.h"
#include "testbench/app/run/run_estimate.h"
#include "testbench/app/run/signal_watch.h"
#include "testbench/app/run/simulation.h"
#include "testbench/app/run/warmup_warning.h"

namespace tactus {
namespace {

/// Says what there is to be said of the waves when the run has ended, however it has.
class WavesNotes {
 public:
  WavesNotes(const Simulation& simulation, bool quiet) : simulation_(simulation), quiet_(quiet) {}
  void print() const {
    const auto note = simulation_.waves_note();
    if (note && (note->warning || !quiet_)) print_safely(stderr, "tactus: {}\n", note->text);
  }

 private:
  const Simulation& simulation_;
  bool quiet_;
};

RunSummary execute(const Scenario& scenario, const SimulationOptions& how, bool quiet) {
  Simulation simulation(scenario, how);
  const WavesNotes notes(simulation, quiet);
  try {
    RunSummary summary = simulation.run();
    notes.print();
    if (const std::string warning = warmup_warning(summary, scenario.workload); !warning.empty()) {
      print_safely(stderr, "tactus: warning: {}\n", warning);
    }
    return summary;
  } catch (const ModelViolation&) {
    notes.print();
    throw;
  } catch (const Interrupted&) {
    notes.print();
    throw;
  }
}

/// What the nodes of the cycle level are made of.
NodeParts parts_for(const RunOptions& options) {
  NodeParts parts = cycle_level_parts();
  if (options.drop_credits) parts.router = make_credit_dropping_router;
  return parts;
}

/// Whether all nodes whose waves are asked for have signals; says which has not.
bool has_signals(const Scenario& scenario, Level level, const char* option) {
  if (scenario.is_lone_node()) {
    print_safely(stderr, "tactus: {}: a node alone (network.kind none) has no signals\n", option);
    return false;
  }
  if (scenario.network.kind == NetworkKind::kRails) {
    print_safely(stderr, "tactus: {}: network.kind rails has no signals\n", option);
    return false;
  }
  if (level == Level::kCycle) return true;
  const std::vector<Coordinate> pins = scenario.on_pins();
  if (level != Level::kPacket || pins.empty()) {
    print_safely(stderr, "tactus: {}: only the cycle level has signals: use --level cycle{}\n", option,
                 level == Level::kPacket ? ", or name nodes in cycle.nodes" : "");
    return false;
  }
  if (scenario.run.waves.nodes.all) return true;  // that have signals
  for (const Coordinate node : scenario.run.waves.nodes.list) {
    if (std::find(pins.begin(), pins.end(), node) != pins.end()) continue;
    print_safely(stderr, "tactus: {}: node [{}] of waves.nodes is not on pins (cycle.nodes) and has no signals\n",
                 option, scenario.machine.network.joined(node, ", "));
    return false;
  }
  return true;
}

}  // namespace

int run_command(const RunOptions& options) {
  std::optional<Scenario> read = scenario_argument(
      options.scenario, options.overrides, options.level ? std::vector<Level>{*options.level} : std::vector<Level>{});
  if (!read) return kInputWrong;
  Scenario& scenario = *read;
  const Level level = options.level.value_or(default_level(scenario));
  if (options.wave_format) scenario.run.waves.format = *options.wave_format;
  const std::filesystem::path folder = options.out.value_or(std::filesystem::path("results") / scenario.name);
  const char* option = options.waves_around ? "--waves-around" : "--waves";
  if (options.waves && !has_signals(scenario, level, option)) return kInputWrong;
  if (const std::string warning = long_run_warning(scenario, level); !warning.empty()) {
    print_safely(stderr, "tactus: warning: {}\n", warning);
  }
  const SignalWatch watch;
  ResultFolder results(folder);
  SimulationOptions how;
  how.level = level;
  how.folder = results.unpublished();
  how.waves = options.waves;
  how.waves_around = options.waves_around;
  how.fabric.threading.threads = options.threads;
  how.fabric.parts = parts_for(options);
  how.progress = progress_terminal(options.quiet);
  try {
    const RunSummary summary = execute(scenario, how, options.quiet);
    write_result(results.unpublished(), summary);
    results.publish();
    if (options.json) {
      print_safely(stdout, "{}", result_json(summary));
    } else if (!options.quiet) {
      print_safely(stdout, "{}", text_summary(summary, folder));
    }
  } catch (const ModelViolation& violation) {
    print_safely(stderr, "tactus: {}\n", violation.what());
    results.publish();  // what has been recorded is what the user now needs most
    return kViolation;
  } catch (const Interrupted& interrupted) {
    const std::filesystem::path place = results.publish_interrupted();
    print_safely(stderr, "tactus: {}: {} has what was recorded until then, and no result{}\n", interrupted.what(),
                 place.string(), place == folder ? "" : "; the result of the earlier run stays");
    return interrupted.exit_status();
  }
  return kDone;
}

}  // namespace tactus
