#include "testbench/app/cli/explain_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "testbench/app/cli/exit_status.h"
#include "testbench/app/cli/options.h"
#include "testbench/app/cli/scenario_argument.h"
#include "testbench/app/cli/terminal.h"
#include "testbench/app/cli/usage_error.h"
#include "testbench/app/explain/explanation.h"
#include "testbench/app/explain/suggestions.h"
#include "testbench/app/results/result_json.h"
#include "testbench/app/results/text_summary.h"
#include "testbench/app/run/own_process.h"
#include "testbench/app/run/simulation.h"
#include "testbench/app/scenario/scenario_keys.h"
#include "testbench/app/scenario/scenario_reader.h"

namespace tactus {
namespace {

using Json = nlohmann::ordered_json;

/// Reads the scenario with settings beside its own.
using Reader = std::function<ScenarioResult(const std::vector<std::string>&)>;

/// A run and how to read its scenario again.
struct Subject {
  Json result;
  Level level = Level::kPacket;
  Reader read;
};

/// What came of a suggestion.
struct Trial {
  Suggestion settings;
  double seconds = 0;
};

/// The result.json of a run. Throws ModelViolation.
Json run_result(const Scenario& scenario, Level level, int threads) {
  SimulationOptions how;
  how.level = level;
  how.fabric.threading.threads = threads;
  Json answer = Json::parse(in_own_process([&] {
    try {
      Simulation simulation(scenario, how);
      return to_json(simulation.run()).dump();
    } catch (const ModelViolation& found) {
      return Json{{"violation", found.what()}}.dump();
    }
  }));
  if (answer.contains("violation")) throw ModelViolation(answer["violation"].get<std::string>());
  return answer;
}

/// Whether the machine has packets or flows whose latencies can be split at `level`; says why not.
bool has_attribution(const ExplainOptions& options, const Scenario& scenario, Level level) {
  if (scenario.is_lone_node() || scenario.network.kind == NetworkKind::kRails) {
    fmt::print(stderr, "tactus: {}: explain is for networks; this machine has no packets in a network\n",
               options.subject.string());
    return false;
  }
  const std::vector<KeyFault> faults = level_faults(level, scenario);
  for (const KeyFault& fault : faults) {
    fmt::print(stderr, "tactus: {}: {} {}\n", options.subject.string(), fault.key, fault.message);
  }
  return faults.empty();
}

std::optional<Subject> run_subject(const ExplainOptions& options) {
  Subject subject;
  subject.read = [options](const std::vector<std::string>& more) {
    std::vector<std::string> settings = options.overrides;
    settings.insert(settings.end(), more.begin(), more.end());
    return read_scenario(options.subject.string(), settings);
  };
  std::optional<Scenario> scenario = scenario_argument(
      options.subject, options.overrides, options.level ? std::vector<Level>{*options.level} : std::vector<Level>{});
  if (!scenario) return std::nullopt;
  const bool packets = level_faults(Level::kPacket, *scenario).empty();
  subject.level = options.level.value_or(packets ? Level::kPacket : Level::kCycle);
  scenario->run.attribution.enabled = true;
  scenario->run.attribution.critical_path = !is_open_loop(scenario->workload.algorithm);
  if (!has_attribution(options, *scenario, subject.level)) return std::nullopt;
  subject.result = run_result(*scenario, subject.level, options.threads);
  return subject;
}

/// The settings that make the default scenario one of this configuration: those that are not so by default, some of
/// which may not be said beside others.
std::vector<std::string> settings_of(const Json& configuration, const std::filesystem::path& file) {
  std::vector<std::string> settings;
  const ScenarioResult plain = read_scenario_text(file.string(), "{}\n");
  std::map<std::string, std::string> defaults;
  for (const auto& [key, value] : resolved_configuration(std::get<Scenario>(plain))) defaults[key] = value;
  for (const auto& [key, value] : configuration.items()) {
    const auto known = defaults.find(key);
    if (known != defaults.end() && known->second == value) continue;
    if (key == "name" || key == "title" || key == "description") continue;  // texts for people
    settings.push_back(fmt::format("{}={}", key, value.get<std::string>()));
  }
  return settings;
}

std::optional<Subject> found_subject(const ExplainOptions& options) {
  if (!options.overrides.empty() || options.level) {
    throw UsageError(
        fmt::format("{}: --set and --level are for scenarios; this run is over", options.subject.string()));
  }
  const std::filesystem::path file = options.subject / "result.json";
  std::ifstream stream(file, std::ios::binary);
  Subject subject;
  subject.result = Json::parse(stream, nullptr, false);
  if (!subject.result.is_object() || !subject.result.contains("configuration")) {
    fmt::print(stderr, "tactus: {}: no result of a run\n", file.string());
    return std::nullopt;
  }
  if (!can_be_explained(subject.result)) {
    fmt::print(stderr, "tactus: {}: does not say what latencies were spent on: run it with attribution.enabled\n",
               file.string());
    return std::nullopt;
  }
  subject.level = to_level(subject.result.at("level").get<std::string>());
  subject.read = [file, configuration = subject.result.at("configuration")](const std::vector<std::string>& more) {
    std::vector<std::string> settings = settings_of(configuration, file);
    settings.insert(settings.end(), more.begin(), more.end());
    return read_scenario_text(file.string(), "{}\n", settings);
  };
  return subject;
}

/// Runs suggestions, as many as may be; fastest first.
std::vector<Trial> try_suggestions(const Subject& subject, const ExplainOptions& options) {
  std::vector<Trial> trials;
  const ScenarioResult base = subject.read({});
  if (const auto* faults = std::get_if<std::vector<Diagnostic>>(&base)) {
    fmt::print(stderr, "tactus: nothing is tried: {}\n", format(faults->front()));
    return trials;
  }
  std::FILE* terminal = progress_terminal(options.quiet);
  for (const Suggestion& settings : suggestions(std::get<Scenario>(base), subject.result)) {
    if (trials.size() == options.tries) break;
    const ScenarioResult read = subject.read(settings);
    if (!std::holds_alternative<Scenario>(read)) continue;  // it does not fit
    Scenario scenario = std::get<Scenario>(read);
    scenario.run.attribution = {};
    if (!level_faults(subject.level, scenario).empty()) continue;
    if (terminal != nullptr) fmt::print(terminal, "\rtrying {}\x1b[K", fmt::join(settings, " "));
    const Json result = run_result(scenario, subject.level, options.threads);
    trials.push_back({settings, result.at("simulated_seconds").get<double>()});
  }
  if (terminal != nullptr) fmt::print(terminal, "\r\x1b[K");
  std::stable_sort(trials.begin(), trials.end(), [](const Trial& a, const Trial& b) { return a.seconds < b.seconds; });
  return trials;
}

std::string options_of(const Suggestion& settings) {
  std::string text;
  for (const std::string& setting : settings) text += (text.empty() ? "" : " ") + setting;
  return text;
}

std::string trials_text(const std::vector<Trial>& trials, double seconds) {
  if (trials.empty()) return {};
  std::string text = "\nWhat was tried, each alone, by running it\n";
  for (const Trial& trial : trials) {
    text += fmt::format("  {:>11}  {:+6.1f} %  {}\n", duration_text(trial.seconds), 100 * (trial.seconds / seconds - 1),
                        options_of(trial.settings));
  }
  return text;
}

Json json_of(const Subject& subject, const std::vector<Trial>& trials) {
  Json json;
  for (const char* key : {"scenario", "level", "simulated_seconds", "ideal_seconds", "attribution", "critical_path",
                          "flow_attribution", "flow_critical_path"}) {
    if (subject.result.contains(key)) json[key] = subject.result.at(key);
  }
  json["tried"] = Json::array();
  for (const Trial& trial : trials) {
    json["tried"].push_back({{"settings", trial.settings}, {"simulated_seconds", trial.seconds}});
  }
  return json;
}

}  // namespace

int explain_command(const ExplainOptions& options) {
  try {
    const std::optional<Subject> subject =
        std::filesystem::is_directory(options.subject) ? found_subject(options) : run_subject(options);
    if (!subject) return kInputWrong;
    // The page comes before what is tried, which takes as long as so many runs.
    if (!options.json) fmt::print("{}", explanation_text(subject->result));
    std::fflush(stdout);
    // Of an open loop the time is given: nothing makes it shorter.
    const bool closed = subject->result.contains("critical_path") || subject->result.contains("flow_critical_path");
    const std::vector<Trial> trials = closed ? try_suggestions(*subject, options) : std::vector<Trial>{};
    if (options.json) {
      fmt::print("{}\n", json_of(*subject, trials).dump(2));
    } else {
      fmt::print("{}", trials_text(trials, subject->result.at("simulated_seconds").get<double>()));
    }
  } catch (const ModelViolation& violation) {
    fmt::print(stderr, "tactus: {}\n", violation.what());
    return kViolation;
  }
  return kDone;
}

}  // namespace tactus
