#include "testbench/app/cli/run_command.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

#include "testbench/app/cli/commands.h"
#include "testbench/app/cli/common_options.h"
#include "testbench/app/cli/exit_status.h"
#include "testbench/app/cli/operation_waves.h"
#include "testbench/app/cli/terminal.h"
#include "testbench/app/files/printable.h"
#include "testbench/app/results/result_folder.h"
#include "testbench/app/results/result_json.h"
#include "testbench/app/results/summary_line.h"
#include "testbench/app/results/text_summary.h"
#include "testbench/app/run/jobs_alone.h"
#include "testbench/app/run/machine_kind.h"
#include "testbench/app/run/phase_table.h"
#include "testbench/app/run/signal_watch.h"
#include "testbench/app/run/simulation.h"
#include "tlm_models/traffic/workload_config.h"

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

/// Warning about an open-loop run whose measured window has some of the warm-up in it: by how much that shifts the
/// result, and which key to set to what. Empty for all other runs. Rule: docs/reference/open_loop.md.
std::string warmup_warning(const RunSummary& summary, const WorkloadConfig& workload) {
  if (!summary.open_loop || !summary.open_loop->unsteady) return {};
  const UnsteadyWindow& unsteady = *summary.open_loop->unsteady;
  const std::string shift =
      fmt::format("the {} is {:.1f} % {} than without them", unsteady.of_latency ? "mean latency" : "accepted load",
                  100 * std::abs(unsteady.shift), unsteady.shift < 0 ? "lower" : "higher");
  const std::uint64_t warmup = workload.warmup.count();
  const std::uint64_t measure = workload.measure.count();
  // A warm-up as long as the window makes it likelier that the window is too short for how slowly the network swings.
  const bool or_measure = unsteady.throughout || warmup >= measure;
  return fmt::format(
      "workload.warmup: {} cycles are too few{}. The first {} of the {} measured cycles are unlike the others, and {}. "
      "Set workload.warmup to {} cycles{}",
      warmup, or_measure ? ", or workload.measure" : "", unsteady.length.count(), measure, shift,
      warmup + (unsteady.throughout ? measure : unsteady.length.count()), or_measure ? ", or measure longer" : "");
}

RunSummary simulate(const Scenario& scenario, const SimulationOptions& how, bool quiet) {
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

/// Why the machine cannot record waves around the event that is asked for; empty if it can.
std::string why_no_event(const Scenario& scenario, const WavesOptions& waves) {
  const auto no_event = machine_kind(scenario).no_event;
  if (!waves.around || no_event == nullptr) return "";
  const std::string why = no_event(*waves.around);
  return why.empty() ? "" : fmt::format("--waves-around {}: {}", waves.around->text, why);
}

/// Why a run at `level` has no waves; empty if it has, or if none are asked for.
std::string why_no_waves(const Scenario& scenario, Level level, const WavesOptions& waves) {
  const std::string why = waves.on ? machine_kind(scenario).no_waves(scenario, level) : "";
  return why.empty() ? "" : fmt::format("{}: {}", waves.around ? "--waves-around" : "--waves", why);
}

}  // namespace

std::unique_ptr<Command> make_run_command() { return std::make_unique<RunCommand>(); }

void RunCommand::declare(CommandOptions& options) {
  options.option("SCENARIO", scenario, {"Scenario file; `list` names those that come along"}, true);
  add_level_option(options, level,
                   "How to execute the machine: cycle, packet, flow; by default cycle, and rails packet");
  add_threads_option(options, fabric.threading.threads, [this] { return std::vector{level.value_or(Level::kCycle)}; });
  add_plugin_option(options);
  add_set_option(options, overrides,
                 "Set a parameter of the scenario, or any of its keys by its dotted path; may be repeated");
  options.option("--out", out,
                 {"Result folder, by default results/<name of the scenario>.\nFiles of an earlier run are "
                  "replaced, other files in it are left alone",
                  "DIR"});
  add_waves_options(options, waves_arguments_);
  options.flag("--json", json, "Print result.json instead of the summary");
  options.flag("--quiet", quiet, "Print no progress, and one line in place of the summary");
}

void RunCommand::check() { waves = to_waves_options(waves_arguments_, overrides); }

int RunCommand::execute() {
  std::optional<Scenario> read =
      scenario_argument(scenario, overrides, level ? std::vector<Level>{*level} : std::vector<Level>{});
  if (!read) return kInputWrong;
  Level at = level.value_or(default_level(*read));
  if (const std::string none = why_no_event(*read, waves); !none.empty()) {
    print_safely(stderr, "tactus: {}\n", none);
    return kInputWrong;
  }
  if (waves.around && waves.around->is_looked_up() && machine_kind(*read).has_network) {
    std::optional<AimedWaves> aimed = aim_waves(*read, {*waves.around, overrides, level});
    if (!aimed) return kInputWrong;
    read = std::move(aimed->scenario);
    waves.around = std::move(aimed->around);
    at = aimed->level;
  }
  if (waves.format) read->run.waves.format = *waves.format;
  const std::filesystem::path folder = out.value_or(std::filesystem::path("results") / read->name);
  if (const std::string none = why_no_waves(*read, at, waves); !none.empty()) {
    print_safely(stderr, "tactus: {}\n", none);
    return kInputWrong;
  }
  if (const std::string warning = long_run_warning(*read, at); !warning.empty()) {
    print_safely(stderr, "tactus: warning: {}\n", warning);
  }
  if (const std::string warning = phase_warning(*read); !warning.empty()) {
    print_safely(stderr, "tactus: warning: {}\n", warning);
  }
  SimulationOptions how;
  how.level = at;
  how.waves = waves.on;
  how.waves_around = waves.around;
  how.fabric = fabric;
  how.progress = progress_terminal(quiet);
  std::vector<std::optional<double>> alone;
  try {
    if (wants_jobs_alone(*read)) alone = durations_alone(*read, how);
  } catch (const ModelViolation& violation) {
    print_safely(stderr, "tactus: {}\n", violation.what());
    return kViolation;
  }
  const SignalWatch watch;
  ResultFolder results(folder);
  how.folder = results.unpublished();
  try {
    RunSummary summary = simulate(*read, how, quiet);
    add_durations(alone, summary);
    write_result(results.unpublished(), summary);
    results.publish();
    if (json) {
      print_safely(stdout, "{}", result_json(summary));
    } else if (quiet) {
      print_safely(stdout, "{}\n", summary_line(summary, folder));
    } else {
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
