#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "testbench/app/cli/command.h"
#include "testbench/app/cli/commands.h"
#include "testbench/app/cli/common_options.h"
#include "testbench/app/cli/exit_status.h"
#include "testbench/app/cli/explain_focus.h"
#include "testbench/app/cli/terminal.h"
#include "testbench/app/explain/explanation.h"
#include "testbench/app/explain/trace_scenario.h"
#include "testbench/app/explain/trials.h"
#include "testbench/app/files/printable.h"
#include "testbench/app/process/own_process.h"
#include "testbench/app/results/progress.h"
#include "testbench/app/results/result_file.h"
#include "testbench/app/results/result_json.h"
#include "testbench/app/results/text_summary.h"
#include "testbench/app/results/time_text.h"
#include "testbench/app/run/machine_kind.h"
#include "testbench/app/run/simulation.h"
#include "testbench/app/scenario/quantity.h"
#include "testbench/app/scenario/scenario_keys.h"
#include "testbench/app/scenario/scenario_reader.h"

namespace tactus {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kTries = 30;
constexpr std::uint64_t kMostTries = 1000;

std::uint64_t to_tries(const std::string& text) {
  const Parsed<std::uint64_t> tries = parse_count(text);
  if (tries && *tries.value <= kMostTries) return *tries.value;
  throw UsageError(fmt::format("--tries {}: must be a number from 0 to {}", text, kMostTries));
}

/// `tactus explain SCENARIO|TRACE|DIR ...`
class ExplainCommand final : public Command {
 public:
  std::filesystem::path subject;       ///< a scenario file, a trace, or the result folder of a run
  std::optional<Level> level;          ///< of a scenario; if nothing: packet, whose runs are those of the cycle level
  std::vector<std::string> overrides;  ///< texts behind `--set`, in order
  int threads = 1;                     ///< of the packet level
  FocusArguments focus;                ///< packets and nodes that the page is about alone; none: about the run
  std::optional<std::uint64_t> tries;  ///< suggestions that are run at most; nothing: by default
  bool json = false;                   ///< print an object instead of the page
  bool quiet = false;                  ///< no progress

  void declare(CommandOptions& options) override;
  int execute() override;
  /// What somebody asks about some packets is no question of what else could be tried.
  [[nodiscard]] std::uint64_t most_tries() const { return tries.value_or(focus.any() ? 0 : kTries); }
};

/// Reads the scenario with settings beside its own.
using Reader = std::function<ScenarioResult(const std::vector<std::string>&)>;

/// A run and how to read its scenario again.
struct Subject {
  RunSummary run;
  Level level = Level::kPacket;
  Reader read;
  std::string machine{};  ///< line that says which machine runs a trace; empty for a scenario
};

/// What follows from the result of a run, before anything is tried.
struct Findings {
  std::string page;
  std::vector<Suggestion> suggestions{};
  std::string obstacle{};  ///< why nothing can be tried; empty if something can
};

/// The result of a run, as far as an explanation needs it. Throws ModelViolation.
RunSummary run_result(const Scenario& scenario, Level level, int threads, std::vector<Focus> focus = {}) {
  SimulationOptions how;
  how.level = level;
  how.fabric.threading.threads = threads;
  how.focus = std::move(focus);
  Json answer = Json::parse(in_own_process([&] {
    try {
      Simulation simulation(scenario, how);
      return to_json(simulation.run()).dump();
    } catch (const ModelViolation& found) {
      return Json{{"violation", found.what()}}.dump();
    }
  }));
  if (answer.contains("violation")) throw ModelViolation(answer["violation"].get<std::string>());
  return explained_run(answer);
}

/// Whether the machine tells its limits, or has packets or flows whose latencies can be split at `level`; says why not.
bool can_be_explained(const ExplainCommand& options, const Scenario& scenario, Level level) {
  const MachineKind& kind = machine_kind(scenario);
  if (kind.tells_limits) return true;
  if (!kind.has_network) {
    print_safely(stderr,
                 "tactus: {}: network.kind: {}: explain is for networks and rails, and this machine is neither\n",
                 options.subject.string(), scenario.network.kind.name());
    return false;
  }
  const std::vector<KeyFault> faults = level_faults(level, scenario);
  for (const KeyFault& fault : faults) {
    print_safely(stderr, "tactus: {}: {} {}\n", options.subject.string(), fault.key, fault.message);
  }
  return faults.empty();
}

std::string shape_text(const Scenario& scenario) {
  std::string text;
  const NetworkShape& shape = scenario.machine.network;
  for (int i = 0; i < shape.dimensions(); ++i) text += fmt::format("{}{}", i == 0 ? "" : "x", shape.size(i));
  return text;
}

/// Reads the scenario, or the trace as a scenario, with the user's settings before others.
Reader reader_of(const ExplainCommand& options, const std::optional<ApplicationTrace>& trace) {
  return [file = options.subject, trace, overrides = options.overrides](const std::vector<std::string>& more) {
    std::vector<std::string> settings = overrides;
    settings.insert(settings.end(), more.begin(), more.end());
    return trace ? read_trace(*trace, settings) : read_scenario(file.string(), settings);
  };
}

/// What is asked about; nothing if the page is about the run. Throws UsageError.
std::vector<Focus> focus_of(const ExplainCommand& options, const Scenario& scenario, Level level) {
  if (!options.focus.any()) return {};
  if (!machine_kind(scenario).has_network) {
    throw UsageError("--node, --pair, --message, --packet: rails have no network with packets");
  }
  if (level == Level::kFlow) {
    if (!options.focus.packets.empty()) {
      throw UsageError("--packet: level flow has no packets: ask for a message, or use --level packet");
    }
    return read_focus(options.focus, scenario.nodes());
  }
  return read_focus(options.focus, scenario.machine.network);
}

std::optional<Subject> run_subject(const ExplainCommand& options, const std::optional<ApplicationTrace>& trace) {
  Subject subject;
  subject.read = reader_of(options, trace);
  std::optional<Scenario> scenario =
      scenario_argument(subject.read({}), options.level ? std::vector<Level>{*options.level} : std::vector<Level>{});
  if (!scenario) return std::nullopt;
  if (trace) {
    subject.machine = fmt::format("{}: {} ranks on a torus of {}; --set changes the machine\n",
                                  options.subject.string(), trace->ranks, shape_text(*scenario));
  }
  const bool packets = level_faults(Level::kPacket, *scenario).empty();
  subject.level = options.level.value_or(packets ? Level::kPacket : Level::kCycle);
  AttributionConfig& attribution = scenario->run.attribution;
  attribution.enabled = machine_kind(*scenario).has_network;
  attribution.critical_path = attribution.enabled && !is_open_loop(scenario->workload.algorithm);
  if (!can_be_explained(options, *scenario, subject.level)) return std::nullopt;
  subject.run = run_result(*scenario, subject.level, options.threads, focus_of(options, *scenario, subject.level));
  return subject;
}

/// The settings that make the default scenario one of this configuration: those that are not so by default, some of
/// which may not be said beside others.
std::vector<std::string> settings_of(const RunSummary& run, const std::filesystem::path& file) {
  std::vector<std::string> settings;
  const ScenarioResult plain = read_scenario_text(file.string(), "{}\n");
  std::map<std::string, std::string> defaults;
  for (const auto& [key, value] : resolved_configuration(std::get<Scenario>(plain))) defaults[key] = value;
  for (const auto& [key, value] : run.configuration) {
    const auto known = defaults.find(key);
    if (known != defaults.end() && known->second == value) continue;
    if (key == "name" || key == "title" || key == "description") continue;  // texts for people
    settings.push_back(fmt::format("{}={}", key, value));
  }
  return settings;
}

/// The level that a result names.
Level level_of(const Json& result) {
  const std::string name = result.at("level").get<std::string>();
  for (const Level level : {Level::kCycle, Level::kPacket, Level::kFlow}) {
    if (name == to_string(level)) return level;
  }
  throw std::out_of_range(fmt::format("'{}' is no level", name));
}

std::optional<Subject> found_subject(const Json& result, const std::filesystem::path& file) {
  Subject subject;
  subject.level = level_of(result);  // says what the other fields are
  subject.run = explained_run(result);
  if (const std::string why = why_unexplained(subject.run); !why.empty()) {
    print_safely(stderr, "tactus: {}: {}\n", file.string(), why);
    return std::nullopt;
  }
  subject.read = [file, own = settings_of(subject.run, file)](const std::vector<std::string>& more) {
    std::vector<std::string> settings = own;
    settings.insert(settings.end(), more.begin(), more.end());
    return read_scenario_text(file.string(), "{}\n", settings);
  };
  return subject;
}

/// Runs a run that is over again, to follow the packets that are asked about: no file has the lives of all.
void run_again(const ExplainCommand& options, Subject& subject) {
  const ScenarioResult read = subject.read({});
  if (const auto* faults = std::get_if<std::vector<Diagnostic>>(&read)) throw UsageError(format(faults->front()));
  Scenario scenario = std::get<Scenario>(read);
  scenario.run.attribution.critical_path = !is_open_loop(scenario.workload.algorithm);
  subject.run = run_result(scenario, subject.level, options.threads, focus_of(options, scenario, subject.level));
}

/// Whether `run.max_time` ended a run of the scenario that took so long.
bool was_cut(const Scenario& scenario, double simulated_seconds) {
  if (!scenario.run.max_time) return false;
  const Clock& clock = scenario.machine.clock;
  return simulated_seconds >= seconds(clock.edge(clock.cycle_at(*scenario.run.max_time)));
}

/// All that is looked up in the result.
Findings findings(const Subject& subject) {
  Findings found{explanation_text(subject.run)};
  const ScenarioResult base = subject.read({});
  if (const auto* faults = std::get_if<std::vector<Diagnostic>>(&base)) {
    found.obstacle = format(faults->front());
    return found;
  }
  const Scenario& scenario = std::get<Scenario>(base);
  if (is_open_loop(scenario.workload.algorithm)) {
    found.obstacle = "the time of an open loop is given";
  } else if (was_cut(scenario, subject.run.simulated_seconds())) {
    found.obstacle = "the run was ended by run.max_time";
  } else {
    found.suggestions = suggestions(scenario, subject.run);
  }
  return found;
}

/// Runs suggestions, as many as may be; fastest first.
std::vector<Trial> try_suggestions(const Subject& subject, const std::vector<Suggestion>& suggestions,
                                   const ExplainCommand& options) {
  std::vector<Trial> trials;
  TerminalLine progress(progress_terminal(options.quiet));
  for (const Suggestion& suggestion : suggestions) {
    if (trials.size() == options.most_tries()) break;
    const ScenarioResult read = subject.read(suggestion.settings);
    if (!std::holds_alternative<Scenario>(read)) continue;  // it does not fit
    Scenario scenario = std::get<Scenario>(read);
    scenario.run.attribution = {};
    if (!level_faults(subject.level, scenario).empty()) continue;
    progress.show(fmt::format("trying {}", name_of(suggestion)));
    trials.push_back({suggestion, compared_seconds(run_result(scenario, subject.level, options.threads))});
  }
  std::stable_sort(trials.begin(), trials.end(), [](const Trial& a, const Trial& b) { return a.seconds < b.seconds; });
  return trials;
}

/// What has been tried, or why nothing.
struct Attempts {
  std::vector<Trial> trials{};
  std::string obstacle{};  ///< empty if there are trials, or none were asked for
};

Attempts attempts(const Subject& subject, const Findings& found, const ExplainCommand& options) {
  if (options.most_tries() == 0) return {};
  if (!found.obstacle.empty()) return {{}, found.obstacle};
  Attempts made{try_suggestions(subject, found.suggestions, options)};
  if (made.trials.empty()) made.obstacle = "no setting is known to help against what took the time";
  return made;
}

std::string attempts_text(const Attempts& made, const RunSummary& run) {
  if (!made.obstacle.empty()) return fmt::format("\nNothing was tried: {}\n", made.obstacle);
  return trials_text(made.trials, run);
}

Json json_of(const Subject& subject, const Attempts& made) {
  Json json;
  const Json run = to_json(subject.run);
  for (const char* key : {"scenario", "level", "simulated_seconds", "ideal_seconds", "attribution", "critical_path",
                          "focus", "flow_attribution", "flow_critical_path", "flow_focus", "operations",
                          "operation_ranks", "jobs", "noise", "late_starts", "rails"}) {
    if (run.contains(key)) json[key] = run[key];
  }
  json["tried"] = Json::array();
  for (const Trial& trial : made.trials) {
    json["tried"].push_back({{"settings", trial.suggestion.settings}, {"simulated_seconds", trial.seconds}});
  }
  if (!made.obstacle.empty()) json["nothing_tried"] = made.obstacle;
  return json;
}

int explain(const Subject& subject, const Findings& found, const ExplainCommand& options) {
  // The page comes before what is tried, which takes as long as so many runs.
  if (!options.json) print_safely(stdout, "{}{}", subject.machine, found.page);
  std::fflush(stdout);
  const Attempts made = attempts(subject, found, options);
  if (options.json) {
    print_safely(stdout, "{}\n", json_of(subject, made).dump(2));
  } else {
    print_safely(stdout, "{}", attempts_text(made, subject.run));
  }
  return kDone;
}

int explain_folder(const ExplainCommand& options) {
  if (!options.overrides.empty() || options.level) {
    throw UsageError(
        fmt::format("{}: --set and --level are for scenarios; this run is over", options.subject.string()));
  }
  const ResultFile file(options.subject / "result.json");
  file.require_run();
  // What the program does afterwards is no fault of the file.
  std::optional<Findings> found;
  const std::optional<Subject> subject = file.use([&](const Json& result) {
    std::optional<Subject> told = found_subject(result, file.path());
    if (told && options.focus.any()) run_again(options, *told);
    if (told) found = findings(*told);
    return told;
  });
  return subject ? explain(*subject, *found, options) : kInputWrong;
}

void ExplainCommand::declare(CommandOptions& options) {
  options.option("SCENARIO|TRACE|DIR", subject,
                 {"Scenario file, or schedule or trace of an application (see import), which is run; or the result "
                  "folder of a run with attribution.enabled"},
                 true);
  add_level_option(options, level, "Level of the runs: cycle, packet or flow, by default packet");
  add_threads_option(options, threads, [this] { return std::vector{level.value_or(Level::kPacket)}; });
  options.option("--tries", [this](const std::string& text) { tries = to_tries(text); },
                 {fmt::format("Suggestions that are run, at most; by default {}, 0 for none", kTries), "N"});
  add_focus_options(options, focus);
  add_plugin_option(options);
  add_set_option(options, overrides, "As of run; may be repeated");
  options.flag("--json", json, "Print one JSON object instead of the page");
  options.flag("--quiet", quiet, "Print no progress");
}

int ExplainCommand::execute() {
  try {
    std::optional<ApplicationTrace> trace;
    if (!std::filesystem::exists(subject / "result.json") && is_application_trace(subject)) {
      auto found = find_trace(subject);
      if (const auto* faults = std::get_if<std::vector<Diagnostic>>(&found)) return refuse(*faults);
      trace = std::get<ApplicationTrace>(std::move(found));
    }
    if (!trace && std::filesystem::is_directory(subject)) return explain_folder(*this);
    const std::optional<Subject> run = run_subject(*this, trace);
    return run ? explain(*run, findings(*run), *this) : kInputWrong;
  } catch (const ModelViolation& violation) {
    print_safely(stderr, "tactus: {}\n", violation.what());
    return kViolation;
  }
}

}  // namespace

std::unique_ptr<Command> make_explain_command() { return std::make_unique<ExplainCommand>(); }

}  // namespace tactus
