#include "testbench/app/cli/compare_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "testbench/app/cli/commands.h"
#include "testbench/app/cli/common_options.h"
#include "testbench/app/cli/exit_status.h"
#include "testbench/app/cli/terminal.h"
#include "testbench/app/compare/history_comparison.h"
#include "testbench/app/compare/level_error.h"
#include "testbench/app/compare/level_run.h"
#include "testbench/app/compare/settings_comparison.h"
#include "testbench/app/files/printable.h"

namespace tactus {
namespace {

using Json = nlohmann::ordered_json;

/// Shorter user times tell nothing: the kernel charges them in ticks of up to 10 ms.
constexpr double kShortestCpu = 0.02;

/// A run and what it is held to.
struct Pair {
  std::array<std::string, 2> levels;
  std::array<double, 2> user_cpu_s{};
  std::uint64_t waited = 0;                     ///< packets that did, at the first level
  std::optional<HistoryComparison> comparison;  ///< of levels that must be equal
  std::optional<LevelError> error;              ///< of others

  [[nodiscard]] double waited_share() const {
    return comparison->packets == 0 ? 0 : static_cast<double>(waited) / static_cast<double>(comparison->packets);
  }
  /// How many times as fast as the first level the second is; nothing if one of them was too short to tell.
  [[nodiscard]] std::optional<double> speed_ratio() const {
    if (std::min(user_cpu_s[0], user_cpu_s[1]) < kShortestCpu) return std::nullopt;
    return user_cpu_s[0] / user_cpu_s[1];
  }
};

std::string speed_text(const Pair& pair) {
  if (const std::optional<double> ratio = pair.speed_ratio()) return fmt::format("{:.3g} times as fast", *ratio);
  const auto [first, second] = pair.user_cpu_s;
  if (first >= kShortestCpu) return fmt::format("more than {:.2g} times as fast", first / kShortestCpu);
  if (second >= kShortestCpu) return fmt::format("less than {:.2g} times as fast", kShortestCpu / second);
  return "too short to compare";
}

void add_equality(const Pair& pair, Json& json) {
  const HistoryComparison& comparison = *pair.comparison;
  json["levels"] = pair.levels;
  json["equal"] = comparison.equal();
  json["packets"] = comparison.packets;
  json["differing_packets"] = comparison.differing_packets;
  json["waited_share"] = pair.waited_share();
  json["messages"] = comparison.messages;
  json["differing_messages"] = comparison.differing_messages;
  if (!comparison.equal()) json["first_difference"] = comparison.first_difference;
}

void add_pair(const Pair& pair, Json& json) {
  if (pair.comparison) {
    add_equality(pair, json);
  } else {
    json.update(to_json(*pair.error, pair.levels));
  }
  for (std::size_t i = 0; i < 2; ++i) json["user_cpu_s"][pair.levels[i]] = pair.user_cpu_s[i];
  const std::optional<double> ratio = pair.speed_ratio();
  json["speed_ratio"] = ratio ? Json(*ratio) : Json(nullptr);
}

Json json_of(const std::string& scenario, const std::vector<Pair>& pairs, const std::string& violation) {
  Json json;
  json["scenario"] = scenario;
  if (!violation.empty()) json["violation"] = violation;
  if (pairs.size() == 1) {
    add_pair(pairs.front(), json);
    return json;
  }
  json["comparisons"] = Json::array();
  for (const Pair& pair : pairs) add_pair(pair, json["comparisons"].emplace_back());
  return json;
}

std::string equality_text(const Pair& pair) {
  const HistoryComparison& comparison = *pair.comparison;
  std::string text = fmt::format("packets    {} compared, {} differ; {:.0f} % of them waited\n", comparison.packets,
                                 comparison.differing_packets, 100 * pair.waited_share());
  text += fmt::format("messages   {} compared, {} differ\n", comparison.messages, comparison.differing_messages);
  text += fmt::format("verdict    {}\n", comparison.equal() ? "equal" : comparison.first_difference);
  return text;
}

std::string text_of(const std::string& scenario, const std::vector<Pair>& pairs, const std::string& violation) {
  std::string text = fmt::format("scenario   {}\n", scenario);
  if (!violation.empty()) text += fmt::format("violation  {}\n", violation);
  for (const Pair& pair : pairs) {
    text += fmt::format("levels     {}, {}\n", pair.levels[0], pair.levels[1]);
    text += pair.comparison ? equality_text(pair) : to_text(*pair.error, pair.levels);
    text += fmt::format("user CPU   {} {:.2f} s, {} {:.2f} s: {}\n", pair.levels[0], pair.user_cpu_s[0], pair.levels[1],
                        pair.user_cpu_s[1], speed_text(pair));
  }
  return text;
}

/// Holds the packets of all exact runs to those of the first, and the outcomes of all runs.
class PairMaker final : public RunsListener {
 public:
  PairMaker(const Scenario& scenario, const std::vector<Level>& levels) : scenario_(scenario), levels_(levels) {
    for (std::size_t run = 1; run < levels.size(); ++run) {
      if (exact(run))
        comparers_.emplace(run, HistoryComparer(names(run), scenario.rank_map(), scenario.machine.network));
    }
  }

  void packet(std::size_t run, const PacketHistory& packet) override {
    if (run > 0) return comparers_.at(run).packet(1, packet);
    if (packet.waited(scenario_.machine)) ++waited_;
    for (auto& [other, comparer] : comparers_) comparer.packet(0, packet);
  }
  void ended(std::size_t run) override {
    for (auto& [other, comparer] : comparers_) {
      if (run == 0 || run == other) comparer.ended(run == 0 ? 0 : 1);
    }
  }

  /// Whether this run must be equal to the first.
  [[nodiscard]] bool exact(std::size_t run) const { return levels_[0] != Level::kFlow && levels_[run] != Level::kFlow; }
  /// What is needed of the runs.
  [[nodiscard]] HistoryDepth depth() const {
    return comparers_.empty() ? HistoryDepth::kMessages : HistoryDepth::kPackets;
  }
  /// Once all have ended, this one compared with the first.
  Pair pair(std::size_t run, const RunOutcome& first, const RunOutcome& second) {
    Pair pair;
    pair.levels = names(run);
    pair.user_cpu_s = {first.user_cpu_s, second.user_cpu_s};
    if (exact(run)) {
      pair.waited = waited_;
      pair.comparison = comparers_.at(run).finish(first, second);
    } else {
      pair.error = level_error(first, second, scenario_.machine.clock);
    }
    return pair;
  }

 private:
  [[nodiscard]] std::array<std::string, 2> names(std::size_t run) const {
    return {to_string(levels_[0]), to_string(levels_[run])};
  }

  const Scenario& scenario_;
  const std::vector<Level>& levels_;
  std::uint64_t waited_ = 0;                          ///< packets that did, in the first run
  std::map<std::size_t, HistoryComparer> comparers_;  ///< by run
};

/// What runs tell on their way is not wanted.
class IgnoringListener final : public RunsListener {
 public:
  void packet(std::size_t /*run*/, const PacketHistory& /*packet*/) override {}
  void ended(std::size_t /*run*/) override {}
};

/// A scenario's runs with and without some settings.
struct SettingsPair {
  std::string scenario;
  std::string level;
  std::vector<std::string> with;
  std::array<const RunOutcome*, 2> runs;

  [[nodiscard]] bool violated() const { return !runs[0]->violation.empty() || !runs[1]->violation.empty(); }
  [[nodiscard]] Json result(std::size_t run) const { return Json::parse(runs[run]->result); }
};
constexpr std::array<const char*, 2> kSides = {"first", "second"};

Json json_of(const SettingsPair& pair) {
  Json json;
  json["scenario"] = pair.scenario;
  json["level"] = pair.level;
  json["with"] = pair.with;
  for (std::size_t i = 0; i < 2; ++i) {
    if (!pair.runs[i]->violation.empty()) json["violation"][kSides[i]] = pair.runs[i]->violation;
    json["user_cpu_s"][kSides[i]] = pair.runs[i]->user_cpu_s;
  }
  if (pair.violated()) return json;
  json["differing_keys"] = differing_keys(pair.result(0), pair.result(1));
  json["figures"] = figures_json(compare_figures(pair.result(0), pair.result(1)));
  return json;
}

std::string text_of(const SettingsPair& pair) {
  std::string text = fmt::format("scenario   {}\nlevel      {}\n", pair.scenario, pair.level);
  text += fmt::format("first      as it is\nsecond     with {}\n", fmt::join(pair.with, ", "));
  for (std::size_t i = 0; i < 2; ++i) {
    if (!pair.runs[i]->violation.empty())
      text += fmt::format("violation  {}: {}\n", kSides[i], pair.runs[i]->violation);
  }
  if (pair.violated()) return text;
  if (differing_keys(pair.result(0), pair.result(1)).empty()) {
    text += "The scenario has these values already: both runs are of one machine.\n";
  }
  return text + "\n" + figures_text(compare_figures(pair.result(0), pair.result(1)));
}

std::vector<Level> to_levels(const std::string& text) {
  std::vector<Level> levels;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const Level level = to_level(text.substr(begin, end - begin), "--levels");
    if (std::find(levels.begin(), levels.end(), level) != levels.end()) {
      throw UsageError(fmt::format("--levels {}: a level is always equal to itself", text));
    }
    levels.push_back(level);
    begin = end + 1;
  }
  if (levels.size() < 2) {
    throw UsageError(fmt::format("--levels {}: at least two levels, parted by commas, as in cycle,packet", text));
  }
  return levels;
}

}  // namespace

std::unique_ptr<Command> make_compare_command() { return std::make_unique<CompareCommand>(); }

void CompareCommand::declare(CommandOptions& options) {
  options.option("SCENARIO", scenario, {"Scenario file"}, true);
  options.option("--levels",
                 [this](const std::string& text) {
                   levels = to_levels(text);
                   levels_given = true;
                 },
                 {"Levels, each compared with the first; by default cycle,packet", "LEVEL,LEVEL..."});
  options.repeated("--with", with,
                   {"Compare the scenario with itself after this setting, figure by figure, instead of levels, as "
                    "--with rtl.replace=none; may be repeated for more settings of the second run",
                    "KEY=VALUE"});
  add_level_option(options, level, "With --with: the level of both runs, by default as of run");
  add_threads_option(options, fabric.threading.threads, [this] { return level ? std::vector<Level>{*level} : levels; });
  add_plugin_option(options);
  add_set_option(options, overrides, "As of run; may be repeated");
  options.flag("--json", json, "Print one JSON object instead of the table");
}

void CompareCommand::check() {
  if (level && with.empty()) throw UsageError("--level: compare takes it together with --with; else use --levels");
  if (levels_given && !with.empty()) {
    throw UsageError("--levels: compares levels, --with compares settings: use --level for the level of both runs");
  }
}

int CompareCommand::compare_settings() const {
  const std::vector<Level> wanted = level ? std::vector<Level>{*level} : std::vector<Level>{};
  std::vector<std::string> changed = overrides;
  changed.insert(changed.end(), with.begin(), with.end());
  const auto first = scenario_argument(scenario, overrides, wanted);
  if (!first) return kInputWrong;
  const Level both = level.value_or(default_level(*first));
  const auto second = scenario_argument(scenario, changed, {both});
  if (!second) return kInputWrong;

  LevelRuns runs;
  for (const Scenario* each : {&*first, &*second}) {
    runs.push_back(std::make_unique<LevelRun>(*each, LevelRunOptions{both, fabric, HistoryDepth::kMessages}));
  }
  IgnoringListener nobody;
  follow(runs, nobody);
  const SettingsPair pair{first->name, to_string(both), with, {&runs[0]->outcome(), &runs[1]->outcome()}};
  print_safely(stdout, "{}", json ? json_of(pair).dump(2) + "\n" : text_of(pair));
  return pair.violated() ? kViolation : kDone;
}

int CompareCommand::execute() {
  if (!with.empty()) return compare_settings();
  const auto read = scenario_argument(scenario, overrides, levels);
  if (!read) return kInputWrong;

  PairMaker maker(*read, levels);
  LevelRuns runs;
  for (const Level each : levels) {
    runs.push_back(std::make_unique<LevelRun>(*read, LevelRunOptions{each, fabric, maker.depth()}));
  }
  follow(runs, maker);
  const RunOutcome& first = runs[0]->outcome();
  std::vector<Pair> pairs;
  std::string violation = first.violation;
  for (std::size_t i = 1; i < runs.size(); ++i) {
    const RunOutcome& run = runs[i]->outcome();
    if (violation.empty()) violation = maker.exact(i) ? "" : run.violation;
    // There is no error to tell of a run that has not come to its end.
    if (!maker.exact(i) && !violation.empty()) continue;
    pairs.push_back(maker.pair(i, first, run));
  }
  print_safely(stdout, "{}",
               json ? json_of(read->name, pairs, violation).dump(2) + "\n" : text_of(read->name, pairs, violation));
  const bool holds = std::all_of(pairs.begin(), pairs.end(),
                                 [](const Pair& pair) { return !pair.comparison || pair.comparison->equal(); });
  if (!holds) return kDoesNotHold;
  return violation.empty() ? kDone : kViolation;
}

}  // namespace tactus
