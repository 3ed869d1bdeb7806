#include "testbench/cli/compare_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "testbench/cli/exit_status.h"
#include "testbench/cli/scenario_argument.h"
#include "testbench/compare/history_comparison.h"
#include "testbench/compare/level_run.h"

namespace tactus {
namespace {

/// A pair of runs, and what came of them.
struct Verdict {
  std::string scenario;
  std::array<std::string, 2> levels;
  std::array<double, 2> user_cpu_s{};
  std::uint64_t waited = 0;  ///< packets that did, at the first level
  HistoryComparison comparison;
  std::string violation;  ///< found at the first level

  [[nodiscard]] double waited_share() const {
    return comparison.packets == 0 ? 0 : static_cast<double>(waited) / static_cast<double>(comparison.packets);
  }
  /// How many times as fast as the first level the second is.
  [[nodiscard]] double speed_ratio() const { return user_cpu_s[0] / std::max(user_cpu_s[1], 1e-6); }
};

nlohmann::ordered_json to_json(const Verdict& verdict) {
  const HistoryComparison& comparison = verdict.comparison;
  nlohmann::ordered_json json;
  json["scenario"] = verdict.scenario;
  json["levels"] = verdict.levels;
  json["equal"] = comparison.equal();
  json["packets"] = comparison.packets;
  json["differing_packets"] = comparison.differing_packets;
  json["waited_share"] = verdict.waited_share();
  json["messages"] = comparison.messages;
  json["differing_messages"] = comparison.differing_messages;
  if (!comparison.equal()) json["first_difference"] = comparison.first_difference;
  if (!verdict.violation.empty()) json["violation"] = verdict.violation;
  for (std::size_t i = 0; i < 2; ++i) json["user_cpu_s"][verdict.levels[i]] = verdict.user_cpu_s[i];
  json["speed_ratio"] = verdict.speed_ratio();
  return json;
}

std::string to_text(const Verdict& verdict) {
  const HistoryComparison& comparison = verdict.comparison;
  std::string text = fmt::format("scenario   {}\n", verdict.scenario);
  text += fmt::format("levels     {}, {}\n", verdict.levels[0], verdict.levels[1]);
  text += fmt::format("packets    {} compared, {} differ; {:.0f} % of them waited\n", comparison.packets,
                      comparison.differing_packets, 100 * verdict.waited_share());
  text += fmt::format("messages   {} compared, {} differ\n", comparison.messages, comparison.differing_messages);
  text += fmt::format("verdict    {}\n", comparison.equal() ? "equal" : comparison.first_difference);
  if (!verdict.violation.empty()) text += fmt::format("violation  {}\n", verdict.violation);
  text += fmt::format("user CPU   {} {:.2f} s, {} {:.2f} s: {:.3g} times as fast\n", verdict.levels[0],
                      verdict.user_cpu_s[0], verdict.levels[1], verdict.user_cpu_s[1], verdict.speed_ratio());
  return text;
}

}  // namespace

int compare_command(const CompareOptions& options) {
  const auto scenario =
      scenario_argument(options.scenario, options.overrides, {options.levels.begin(), options.levels.end()});
  if (!scenario) return kInputWrong;
  FabricOptions fabric;
  fabric.threading.threads = options.threads;
  if (options.late_credits) ++fabric.packet_timings.grant_to_credit;
  const RunHistory first = run_level(*scenario, options.levels[0], fabric);
  const RunHistory second = run_level(*scenario, options.levels[1], fabric);
  Verdict verdict;
  verdict.scenario = scenario->name;
  verdict.levels = {to_string(options.levels[0]), to_string(options.levels[1])};
  verdict.user_cpu_s = {first.user_cpu_s, second.user_cpu_s};
  verdict.waited = packets_that_waited(first, scenario->machine);
  verdict.comparison = compare(first, second, verdict.levels, scenario->machine.torus);
  verdict.violation = first.violation;
  fmt::print("{}", options.json ? to_json(verdict).dump(2) + "\n" : to_text(verdict));
  if (!verdict.comparison.equal()) return kDoesNotHold;
  return verdict.violation.empty() ? kDone : kViolation;
}

}  // namespace tactus
