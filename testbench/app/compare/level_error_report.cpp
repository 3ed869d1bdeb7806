#include "testbench/app/compare/level_error_report.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "testbench/app/results/text_summary.h"

namespace tactus {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const ErrorPercentiles& error) {
  return {{"p50", error.p50}, {"p90", error.p90}, {"p99", error.p99}, {"max", error.max}};
}

Json value_or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

std::string tau_text(const std::optional<double>& tau) { return tau ? fmt::format("{:.3f}", *tau) : "none"; }

}  // namespace

Json to_json(const LevelError& error, const std::array<std::string, 2>& levels) {
  Json json;
  json["levels"] = levels;
  json["simulated_seconds"] = {{levels[0], error.reference_s}, {levels[1], error.time_s}};
  json["relative_time_error"] = error.relative_time_error();
  json["messages"] = error.messages;
  json["messages_in_one_only"] = error.alone;
  json["completion_error"] = {{"relative", json_of(error.relative)},
                              {"seconds", json_of(error.absolute_s)},
                              {"mean_relative", error.mean_relative}};
  json["kendall_tau"] = {{"message_durations", value_or_null(error.message_tau)},
                         {"sequence_times", value_or_null(error.sequence_tau)}};
  return json;
}

std::string to_text(const LevelError& error, const std::array<std::string, 2>& levels) {
  std::string text = fmt::format("time       {} {}, {} {}: {:+.1f} %\n", levels[0], duration_text(error.reference_s),
                                 levels[1], duration_text(error.time_s), 100 * error.relative_time_error());
  text += fmt::format("messages   {} in both, {} in one only; completed {:+.1f} % off on average\n", error.messages,
                      error.alone, 100 * error.mean_relative);
  const ErrorPercentiles& relative = error.relative;
  const ErrorPercentiles& absolute = error.absolute_s;
  text += fmt::format("  off by   {:>10} {:>10} {:>10} {:>10}\n", "p50", "p90", "p99", "max");
  text += fmt::format("  share    {:>8.1f} % {:>8.1f} % {:>8.1f} % {:>8.1f} %\n", 100 * relative.p50,
                      100 * relative.p90, 100 * relative.p99, 100 * relative.max);
  text += fmt::format("  time     {:>10} {:>10} {:>10} {:>10}\n", duration_text(absolute.p50),
                      duration_text(absolute.p90), duration_text(absolute.p99), duration_text(absolute.max));
  text += fmt::format("ranking    Kendall's tau of messages' durations {}, of sequences' times {}\n",
                      tau_text(error.message_tau), tau_text(error.sequence_tau));
  return text;
}

}  // namespace tactus
